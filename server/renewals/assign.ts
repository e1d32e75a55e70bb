/** Gives waiting renewals to a broker by hand; they become leads then. docs/rules.md#renewal-import */
import { sql } from 'kysely'
import type { AssignedRenewals } from '../../src/contract/renewals.ts'
import { isDocument } from '../../src/domain/documents/cpf-cnpj.ts'
import { UPDATE_STATUS } from '../../src/domain/renewals/renewal-lead.ts'
import { notFound } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { SEVERAL_PEOPLE } from '../imports/known-people.ts'
import { requireAssignable } from '../queries/assignable-broker.ts'
import { audit } from '../records/audit.ts'
import { linesByName } from './brokers.ts'
import { knownInsured } from './known-insured.ts'
import { type Importer, makeLeads } from './make-leads.ts'
import { clientInfoSchema, clientOfInfo } from './temp-rows.ts'

const HAS_LEAD = 'Já tem lead'
const SEVERAL_PEOPLE_TO_JOIN = `${SEVERAL_PEOPLE}. Una-os em Clientes repetidos, ou complete o CPF de um deles`
const INCOMPLETE = 'Sem vencimento, canal ou CPF/CNPJ: importe a apólice de novo'

interface Waiting {
  readonly id: number
  readonly policy_number: string
  readonly product: string
  readonly client_info: unknown
  readonly lead_uid: string | null
  readonly channel_id: number | null
  readonly insurer: string
  readonly end_of_validity: string | null
  readonly inviter_id: number | null
  readonly partner_id: number | null
}

/** The policy and its client, or why it can't become a lead. */
function renewalOf(row: Waiting) {
  if (row.lead_uid !== null) return HAS_LEAD
  const info = clientInfoSchema.safeParse(row.client_info)
  const { end_of_validity, channel_id } = row
  if (!info.success || end_of_validity === null || channel_id === null) return INCOMPLETE
  const client = clientOfInfo(info.data)
  if (client.name === '' || !isDocument(client.cpf)) return INCOMPLETE
  return { row, client, renewal: { ...row, end_of_validity, channel_id } }
}

export async function assignRenewals(
  tx: Tx,
  { ids, brokerId }: { readonly ids: readonly number[]; readonly brokerId: number },
  importer: Importer,
): Promise<AssignedRenewals> {
  await requireAssignable(tx, brokerId)
  const { rows } = await sql<Waiting>`
    select id, policy_number, product, client_info, lead_uid, channel_id, insurer, end_of_validity, inviter_id,
      partner_id
    from lead_temps
    where id = any(${[...new Set(ids)]}::int[])
    order by id
    for update`.execute(tx)
  if (rows.length === 0) throw notFound()
  const lineOf = await linesByName(tx)
  const read = rows.map((row) => ({ row, found: renewalOf(row) }))
  const fitting = read.flatMap(({ found }) => (typeof found === 'string' ? [] : [found]))
  const insured = await knownInsured(
    tx,
    fitting.map(({ client }) => ({ given: client })),
  )
  const fit = fitting.flatMap((found, place) => {
    const known = insured[place]
    return known?.kind === 'client' ? [{ ...found, known: known.client }] : []
  })
  const assignable = new Set(fit.map(({ row }) => row.id))
  const made = await makeLeads(
    tx,
    fit.map(({ row, renewal, client, known }) => ({
      renewal: { ...renewal, broker_id: brokerId, insurance_id: lineOf(row.product) },
      client,
      known,
    })),
    importer,
  )
  const assigned = fit.map(({ row }, place) => ({
    id: row.id,
    lead_uid: made[place]?.leadUid ?? null,
    additional_information: ['Atribuída à mão', ...(made[place]?.notes ?? [])]
      .map((note) => `${note}.`)
      .join(' '),
  }))
  await sql`
    update lead_temps t
    set lead_uid = r.lead_uid, broker_id = ${brokerId}, update_status = ${UPDATE_STATUS.scheduled},
      additional_information = r.additional_information
    from json_to_recordset(${JSON.stringify(assigned)}::json)
      as r (id int, lead_uid uuid, additional_information text)
    where t.id = r.id`.execute(tx)
  if (assigned.length > 0)
    await audit(tx, {
      user: { id: importer.userId },
      action: 'update',
      entity: 'lead_temps',
      id: null,
      before: null,
      after: { broker_id: brokerId, assigned: assigned.length, ids: assigned.map(({ id }) => id) },
    })
  return {
    assigned: assigned.length,
    skipped: read.flatMap(({ row: { id }, found }) =>
      typeof found === 'string'
        ? [{ id, reason: found }]
        : assignable.has(id)
          ? []
          : [{ id, reason: SEVERAL_PEOPLE_TO_JOIN }],
    ),
  }
}
