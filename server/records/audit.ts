/** The audit: who changed what in administration. Written in the transaction of the change. docs/rules.md#audit */
import { sql, type Transaction } from 'kysely'
import type { AuditAction, AuditEntity } from '../../src/domain/audit/audit-kinds.ts'
import type { Database } from '../db/database.ts'

export interface AuditEntry {
  /** null: Farol by itself, such as at the end of a time. */
  readonly user: { readonly id: number } | null
  readonly action: AuditAction
  /** The table. */
  readonly entity: AuditEntity
  /** null: about no single row. */
  readonly id: number | string | null
  /** The row before and after; null where there was none, or is none. */
  readonly before: unknown
  readonly after: unknown
}

const json = (row: unknown) => JSON.stringify(row ?? null)

export async function audit(tx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  const { user, action, entity, id, before, after } = entry
  await tx
    .insertInto('audit_log')
    .values({
      user_id: user?.id ?? null,
      action,
      entity,
      entity_id: id === null ? null : String(id),
      before: json(before),
      after: json(after),
    })
    .execute()
}

/** A row as the audit keeps it, without what triggers write; null where there is none. Locks it until the end. */
export async function rowForAudit(tx: Transaction<Database>, table: string, id: number): Promise<unknown> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) - 'version' - 'scope_version' as row
    from ${sql.table(table)} t
    where t.id = ${id}
    for update`.execute(tx)
  return rows[0]?.row ?? null
}
