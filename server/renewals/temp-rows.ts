/** The rows of `lead_temps` that an import writes, one a month and policy: docs/rules.md#renewal-import */
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type ClientFields, EMPTY_CLIENT } from '../../src/domain/client/changes.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'

type Tx = Transaction<Database>

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
  readonly reference_month: string
  readonly policy_number: string
  readonly lead_uid: string | null
  readonly broker_id: number | null
  readonly update_status: number
  readonly insurer: string
  readonly end_of_validity: string | null
}

export const policyKey = (row: {
  readonly reference_month: string
  readonly policy_number: string
}): string => `${row.reference_month} ${row.policy_number}`

/** The rows of these policies that there are already, by `policyKey`. Locks them. */
export async function lockTemps(
  tx: Tx,
  policies: readonly { readonly reference_month: string; readonly policy_number: string }[],
): Promise<Map<string, StoredTemp>> {
  const { rows } = await sql<StoredTemp>`
    select t.id, t.reference_month, t.policy_number, t.lead_uid, t.broker_id, t.update_status, t.insurer,
      t.end_of_validity
    from lead_temps t
    join unnest(
      ${policies.map(({ reference_month }) => reference_month)}::text[],
      ${policies.map(({ policy_number }) => policy_number)}::text[]
    ) as p (reference_month, policy_number) using (reference_month, policy_number)
    order by t.id
    for update of t`.execute(tx)
  return new Map(rows.map((row) => [policyKey(row), row]))
}

/** Writes the rows in place of earlier ones of the same month and policy. */
export async function writeTemps(tx: Tx, rows: readonly TempRow[], stored: ReadonlyMap<string, StoredTemp>) {
  await insertRows(
    tx,
    'lead_temps',
    rows.filter((row) => !stored.has(policyKey(row))),
  )
  const changed = rows.flatMap((row) => {
    const id = stored.get(policyKey(row))?.id
    return id === undefined ? [] : [{ ...row, id }]
  })
  if (changed.length === 0) return
  await sql`
    update lead_temps t
    set product = r.product,
      client_info = r.client_info,
      broker_id = r.broker_id,
      renovator_hierarchical_group = r.renovator_hierarchical_group,
      lead_uid = r.lead_uid,
      channel_id = r.channel_id,
      update_status = r.update_status,
      additional_information = r.additional_information,
      insurer = r.insurer,
      end_of_validity = r.end_of_validity,
      inviter_id = r.inviter_id,
      partner_id = r.partner_id
    from json_populate_recordset(null::lead_temps, ${JSON.stringify(changed)}::json) r
    where t.id = r.id`.execute(tx)
}
