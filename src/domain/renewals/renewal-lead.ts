/** The lead of an expiring policy: docs/rules.md#renewal-import */

import type { LeadFields } from '../lead/changes.ts'
import { emptyLeadFields } from '../lead/creation.ts'
import type { Lead, LeadScheduling } from '../lead/lead.ts'
import { isInOrigin, isOpenScheduling } from '../lead/lead-state.ts'
import type { Settings } from '../settings/settings.ts'
import { HOUR_MS } from '../time/durations.ts'
import { addDays, endOfDayMs } from '../time/sao-paulo.ts'

/** `update_status` of a row of `lead_temps`. */
export const UPDATE_STATUS = { notUpdated: 0, clientChanged: 1, scheduled: 2, noBroker: 9 } as const

/** A renewal is captured in time up to and with this many days before the policy's end. */
export const DAYS_BEFORE_END = 5

/** The note of the scheduling that an import opens. */
export const IMPORT_NOTE = 'Renovação importada'

/** The last instant (epoch ms) of a capture in time: the end of the fifth day before the policy's end. */
export const captureLimitMs = (endOfValidity: string): number =>
  endOfDayMs(addDays(endOfValidity, -DAYS_BEFORE_END))

/** The scheduling from which the card's countdown ends at the capture limit. */
export const importScheduling = (
  endOfValidity: string,
  settings: Pick<Settings, 'time_to_capture_on_time_renovation'>,
): LeadScheduling => ({
  scheduling_date: new Date(
    captureLimitMs(endOfValidity) - settings.time_to_capture_on_time_renovation * HOUR_MS,
  ).toISOString(),
  description: IMPORT_NOTE,
  status: 0,
})

/** What a policy gives its lead. */
export interface Renewal {
  readonly policy_number: string
  readonly product: string
  readonly insurer: string
  readonly end_of_validity: string
  readonly channel_id: number
  readonly inviter_id: number | null
  readonly partner_id: number | null
  readonly broker_id: number
  /** The insurance line with the product's name; null: there is none. */
  readonly insurance_id: number | null
}

const blankAsNull = (text: string) => (text === '' ? null : text)

/** The fields of the new lead. The policy's number goes into the notes, where the broker reads it. */
export const renewalLeadFields = (renewal: Renewal, nowIso: string): LeadFields => ({
  ...emptyLeadFields({ id: 0 }, nowIso),
  channel_id: renewal.channel_id,
  inviter_id: renewal.inviter_id,
  partner_id: renewal.partner_id,
  broker_id: renewal.broker_id,
  insurance_id: renewal.insurance_id,
  proposal_date: null,
  product: blankAsNull(renewal.product),
  additional_information: `Apólice ${renewal.policy_number}`,
  old_insurer: blankAsNull(renewal.insurer),
  old_end_of_validity: renewal.end_of_validity,
})

/** What a file says about a lead: of the import before, and of this one. */
export interface PolicyOfFile {
  readonly insurer: string
  readonly end_of_validity: string | null
  readonly broker_id: number | null
}

/**
 * The lead after another import of its policy. The import changes only leads that are not captured, and only fields
 * that still hold the value of the previous import. Values that a person typed are kept.
 */
export function followed(
  lead: Lead,
  {
    before,
    now,
  }: { readonly before: PolicyOfFile; readonly now: PolicyOfFile & { end_of_validity: string } },
  settings: Pick<Settings, 'time_to_capture_on_time_renovation'>,
): Lead {
  if (!isInOrigin(lead) || lead.cancelled) return lead
  const followsEnd = lead.old_end_of_validity === before.end_of_validity
  const scheduling = lead.lead_scheduling
  const isOwn = isOpenScheduling(scheduling) && scheduling?.description === IMPORT_NOTE
  return {
    ...lead,
    old_insurer:
      now.insurer !== '' && (lead.old_insurer ?? '') === before.insurer ? now.insurer : lead.old_insurer,
    old_end_of_validity: followsEnd ? now.end_of_validity : lead.old_end_of_validity,
    lead_scheduling:
      followsEnd && isOwn && now.end_of_validity !== before.end_of_validity
        ? importScheduling(now.end_of_validity, settings)
        : scheduling,
    broker_id: now.broker_id !== null && lead.broker_id === before.broker_id ? now.broker_id : lead.broker_id,
  }
}
