/** Reads the audit, and its entries as lines of a sheet: docs/rules.md#audit */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type AuditEntry, auditEntrySchema } from '../../src/contract/administration/audit.ts'
import { fieldName } from '../../src/contract/field-names.ts'
import { ACTION_WORDS, auditChanges, auditValue, ENTITY_WORDS } from '../../src/domain/audit/audit-words.ts'
import type { Sheet } from '../../src/domain/sheet/sheet.ts'
import { endOfDayMs, formatDateTime, startOfDayMs } from '../../src/domain/time/sao-paulo.ts'
import type { Reader } from './lead-row.ts'

export interface AuditFilters {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly user_id?: number | undefined
  readonly action?: string | undefined
  readonly entity?: string | undefined
}

const at = (ms: number) => new Date(ms).toISOString()

function conditionOf({ start_date, end_date, user_id, action, entity }: AuditFilters): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (start_date !== undefined) parts.push(sql`a.at >= ${at(startOfDayMs(start_date))}`)
  if (end_date !== undefined) parts.push(sql`a.at <= ${at(endOfDayMs(end_date))}`)
  if (user_id !== undefined) parts.push(sql`a.user_id = ${user_id}`)
  if (action !== undefined) parts.push(sql`a.action = ${action}`)
  if (entity !== undefined) parts.push(sql`a.entity = ${entity}`)
  return sql.join(parts, sql` and `)
}

/** The newest first, and how many the filters leave. */
export async function readAudit(
  db: Reader,
  filters: AuditFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const condition = conditionOf(filters)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', a.id, 'at', a.at, 'action', a.action, 'entity', a.entity, 'entity_id', a.entity_id,
      'before', a.before, 'after', a.after,
      'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) as row
    from audit_log a
    left join users u on u.id = a.user_id
    where ${condition}
    order by a.at desc, a.id desc
    limit ${limit}
    offset ${offset}`.execute(db)
  const counted = await sql<{
    total: string
  }>`select count(*) as total from audit_log a where ${condition}`.execute(db)
  return {
    entries: z.array(auditEntrySchema).parse(rows.map(({ row }) => row)),
    total: Number(counted.rows[0]?.total ?? 0),
  }
}

/** One line a changed field. */
export function auditSheet(entries: readonly AuditEntry[]): Sheet {
  return {
    name: 'Auditoria',
    columns: [
      { label: 'Quando', width: 18 },
      { label: 'Quem', width: 26 },
      { label: 'Ação', width: 14 },
      { label: 'Registro', width: 22 },
      { label: 'Nº', width: 12 },
      { label: 'Campo', width: 24 },
      { label: 'Antes', width: 40 },
      { label: 'Depois', width: 40 },
    ],
    rows: entries.flatMap(({ at: when, user, action, entity, entity_id, before, after }) => {
      const head = [
        formatDateTime(when),
        user?.name ?? null,
        ACTION_WORDS[action],
        ENTITY_WORDS[entity] ?? entity,
        entity_id,
      ]
      const changes = auditChanges(before, after)
      if (changes.length === 0) return [[...head, null, null, null]]
      return changes.map((change) => [
        ...head,
        fieldName(change.field) ?? change.field,
        auditValue(change.before),
        auditValue(change.after),
      ])
    }),
  }
}
