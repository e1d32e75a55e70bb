/** The imports as rows: starting and watching one. docs/rules.md#renewal-import */
import { sql } from 'kysely'
import type { RenewalImport } from '../../src/contract/renewal-imports.ts'
import { notFound, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { NewImport } from '../imports/lifecycle.ts'
import { endDeadStarts, runningAsConflict } from '../imports/store-lines.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import type { ImportChoices } from './line-temp.ts'

/** Channel, referrer and dealership must be there. Locks them, so that none is removed meanwhile. */
async function requireChoices(tx: Tx, { inviter_id, partner_id }: ImportChoices): Promise<void> {
  const inviter = tx.selectFrom('users').select('id').where('id', '=', inviter_id).where('status', '=', 1)
  if ((await inviter.forKeyShare().executeTakeFirst()) === undefined)
    throw refusedField('inviter_id', 'Escolha um indicador ativo')
  if (partner_id === null) return
  const partner = tx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partner_id)
    .where('active', '=', true)
  if ((await partner.forKeyShare().executeTakeFirst()) === undefined)
    throw refusedField('partner_id', 'Escolha uma concessionária ativa')
}

/**
 * Makes the import that `storeLines` gets its lines for, with its entry in the audit. Returns its number. Throws Refusal `conflict`
 * while another import runs.
 */
export async function beginImport(
  tx: Tx,
  { user, fileName, choices, read, nowMs }: NewImport<ImportChoices, 'renewals'>,
): Promise<number> {
  await requireChoices(tx, choices)
  await endDeadStarts(tx, 'renewal_imports', nowMs)
  const { channel_id, inviter_id, partner_id } = choices
  const started = {
    channel_id,
    inviter_id,
    partner_id,
    file_name: fileName,
    total: read.good.length,
    refused: read.refused.length,
    blank: read.blank,
  }
  const at = new Date(nowMs).toISOString()
  const { id } = await tx
    .insertInto('renewal_imports')
    .values({ ...started, state: 'preparing', user_id: user.id, created_at: at, touched_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(runningAsConflict)
  await audit(tx, { user, action: 'create', entity: 'renewal_imports', id, before: null, after: started })
  return id
}

const SHOWN = 20

/** The latest imports, the newest first; with `id` only that one. */
export async function readImports(db: Reader, id: number | null = null): Promise<RenewalImport[]> {
  const { rows } = await sql<RenewalImport>`
    select i.id, i.state, i.file_name, i.channel_id, i.inviter_id, i.partner_id,
      json_build_object('id', u.id, 'name', u.name) as user,
      (select count(*)::int from renewal_import_decisions d where d.import_id = i.id) as undecided,
      i.total, i.done, i.made, i.updated, i.unassigned, i.refused, i.blank, i.created_at, i.ended_at
    from renewal_imports i
    join users u on u.id = i.user_id
    where ${id === null ? sql`true` : sql`i.id = ${id}`}
    order by i.id desc
    limit ${SHOWN}`.execute(db)
  return rows
}

export async function readImport(db: Reader, id: number): Promise<RenewalImport> {
  const [found] = await readImports(db, id)
  if (found === undefined) throw notFound()
  return found
}

export async function readRefusals(db: Reader, id: number) {
  return db
    .selectFrom('renewal_import_refusals')
    .select(['line', 'policy_number', 'reason'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute()
}
