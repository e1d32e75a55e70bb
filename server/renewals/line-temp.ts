/** A line of a file as the row of its policy: docs/rules.md#same-policy */
import { numberKey } from '../../src/domain/renewals/policy-key.ts'
import { UPDATE_STATUS } from '../../src/domain/renewals/renewal-lead.ts'
import { clientOfRow, type GoodLine, referenceMonth } from '../../src/domain/renewals/rows.ts'
import { clientInfoOf, type StoredTemp, type TempRow } from './temp-rows.ts'

/** What is asked once for the whole file. */
export interface ImportChoices {
  readonly channel_id: number
  readonly inviter_id: number | null
  readonly partner_id: number | null
}

/** A line, and the row of its policy that there is already. */
export interface DecidedLine extends GoodLine {
  readonly stored: StoredTemp | undefined
  /** The insured's client by a person's decision; null: a new one. undefined: no one was asked. */
  readonly chosen?: string | null | undefined
}

export interface Line extends DecidedLine {
  readonly brokerId: number | null
}

export const sentence = (notes: readonly string[]) => notes.map((note) => `${note}.`).join(' ')

export const tempOf = (
  { row, stored, brokerId }: Line,
  { channel_id, inviter_id, partner_id }: ImportChoices,
): TempRow => ({
  id: stored?.id ?? null,
  channel_id,
  inviter_id,
  partner_id,
  reference_month: referenceMonth(row),
  number_key: numberKey(row.policy_number),
  item: numberKey(row.item),
  policy_number: row.policy_number,
  product: row.product,
  client_info: clientInfoOf(clientOfRow(row)),
  broker_id: brokerId,
  renovator_hierarchical_group: row.group === '' ? null : row.group,
  lead_uid: null,
  update_status: UPDATE_STATUS.notUpdated,
  additional_information: '',
  insurer: row.insurer || (stored?.insurer ?? ''),
  end_of_validity: row.end_of_validity,
})
