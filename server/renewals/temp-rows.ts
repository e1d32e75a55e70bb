/** The rows of `lead_temps` that an import writes, one a policy and term: docs/rules.md#same-policy */
import { sql } from 'kysely'
import { z } from 'zod'
import type { ClientFields } from '../../src/domain/client/changes.ts'
import { EMPTY_CLIENT } from '../../src/domain/client/fields.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'

const text = z.string().default('')

/** `client_info` of a row, under the names that the processing report reads. */
export const clientInfoSchema = z.object({
  client_name: text,
  client_cpf: text,
  client_cellphone: text,
  client_phone: text,
  client_mail: text,
})

export const clientInfoOf = (client: ClientFields): z.infer<typeof clientInfoSchema> => ({
  client_name: client.name,
  client_cpf: client.cpf,
  client_cellphone: client.cellphone,
  client_phone: client.phone,
  client_mail: client.mail,
})

export const clientOfInfo = (info: z.infer<typeof clientInfoSchema>): ClientFields => ({
  ...EMPTY_CLIENT,
  name: info.client_name,
  cpf: info.client_cpf,
  cellphone: info.client_cellphone,
  phone: info.client_phone,
  mail: info.client_mail,
})

export interface TempRow {
  /** The row that it replaces; null for a new one. */
  readonly id: number | null
  readonly item: string
  readonly number_key: string
  readonly reference_month: string
  readonly policy_number: string
  readonly product: string
  readonly client_info: z.infer<typeof clientInfoSchema>
  readonly broker_id: number | null
  readonly renovator_hierarchical_group: string | null
  readonly lead_uid: string | null
  readonly channel_id: number
  readonly update_status: number
  readonly additional_information: string
  readonly insurer: string
  readonly end_of_validity: string
  readonly inviter_id: number | null
  readonly partner_id: number | null
}

/** The stored row of a policy, as far as a further import needs it. */
export interface StoredTemp {
  readonly id: number
  readonly policy_number: string
  readonly number_key: string
  readonly item: string
  /** Of the insured; '' where the data were erased. */
  readonly document: string
  readonly client_name: string
  readonly lead_uid: string | null
  readonly broker_id: number | null
  readonly update_status: number
  readonly insurer: string
  readonly end_of_validity: string | null
}

const LOCK = sql.lit('renewal policies')

/** The rows that have these numbers already, by their number, the oldest first. Locks them, and against new ones. */
export async function lockTemps(tx: Tx, numberKeys: readonly string[]): Promise<Map<string, StoredTemp[]>> {
  await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx)
  const { rows } = await sql<StoredTemp>`
    select t.id, t.policy_number, t.number_key, t.item,
      coalesce(t.client_info ->> 'client_cpf', '') as document,
      coalesce(t.client_info ->> 'client_name', '') as client_name,
      t.lead_uid, t.broker_id, t.update_status, t.insurer, t.end_of_validity
    from lead_temps t
    where t.number_key = any(${[...new Set(numberKeys)]}::text[])
    order by t.id
    for update of t`.execute(tx)
  return Map.groupBy(rows, ({ number_key }) => number_key)
}

/** Writes the rows, in place of earlier ones where they have a number. */
export async function writeTemps(tx: Tx, rows: readonly TempRow[]): Promise<void> {
  await insertRows(
    tx,
    'lead_temps',
    rows.flatMap(({ id, ...row }) => (id === null ? [row] : [])),
  )
  const changed = rows.filter(({ id }) => id !== null)
  const [first] = changed
  if (first === undefined) return
  const { id: _id, ...values } = first
  const set = Object.keys(values).map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`)
  await sql`
    update lead_temps t
    set ${sql.join(set)}
    from json_populate_recordset(null::lead_temps, ${JSON.stringify(changed)}::json) r
    where t.id = r.id`.execute(tx)
}
