/**
 * Acts on a lead that begin and end limits of the law: a sale with what is pending, the sale, the policy's PDF, a loss, the
 * cancellation. Device and server ask the same. docs/rules.md#obligations
 */
import type { Lead } from '../lead/lead.ts'
import type { Settings } from '../settings/settings.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import { lawCalendar } from './calendar.ts'
import type { Obligation } from './fields.ts'
import { isObligationKind, OBLIGATION_KIND_NAMES, type ObligationKind } from './kinds.ts'
import {
  newObligation,
  obligationKey,
  obligationOf,
  withObligation,
  withoutObligation,
} from './obligation.ts'

export type ActOutcome = 'fulfilled' | 'dismissed'

const isSold = ({ sold, cancelled }: Lead) => sold === 1 && !cancelled
/** The proposal is with the insurer, which has not decided as far as the lead says. */
const waitsForAnswer = ({ pending_sell, sold, cancelled }: Lead) =>
  pending_sell && sold === null && !cancelled
const waitsForPolicy = (lead: Lead) => isSold(lead) && lead.file_path === null

/** Whether the save brought the policy's PDF: another file of a sale, or a sale that had its file already. */
function gotPolicy(before: Lead | null, after: Lead): boolean {
  if (after.file_path === null || after.cancelled) return false
  const isNewFile = before?.file_path !== after.file_path
  if (isNewFile) return isSold(after) || waitsForAnswer(after)
  return isSold(after) && before !== null && !isSold(before)
}

const turned = (is: (lead: Lead) => boolean, before: Lead | null, after: Lead) =>
  is(after) && (before === null || !is(before))

/** Whether the act begins a limit of the kind. */
const BEGINS: Readonly<Record<ObligationKind, (before: Lead | null, after: Lead) => boolean>> = {
  answer: (before, after) => turned(waitsForAnswer, before, after),
  document: (before, after) => turned(waitsForPolicy, before, after),
  handover: gotPolicy,
}

const lost = (before: Lead, after: Lead) => before.sold !== 0 && after.sold === 0

/** How the act ends the lead's running limits of the kind; null: it leaves them. */
const ENDS: Readonly<Record<ObligationKind, (before: Lead, after: Lead) => ActOutcome | null>> = {
  answer: (before, after) => {
    if (isSold(after) && !isSold(before)) return 'fulfilled'
    return lost(before, after) ? 'dismissed' : null
  },
  document: (before, after) => {
    if (isSold(after) && before.file_path === null && after.file_path !== null) return 'fulfilled'
    return isSold(before) && !isSold(after) ? 'dismissed' : null
  },
  handover: () => null,
}

/** Returns how the act ended a limit that the lead had; null: it runs on. */
export function outcomeByAct(before: Lead, after: Lead, kind: ObligationKind): ActOutcome | null {
  if (after.cancelled && !before.cancelled) return 'dismissed'
  return ENDS[kind](before, after)
}

export interface ActContext {
  /** When it happened, ISO 8601. */
  readonly occurredAt: string
  readonly settings: Pick<Settings, 'business_hours'>
}

const begunOf = (kind: ObligationKind, { occurredAt, settings }: ActContext): Obligation =>
  newObligation(
    { kind, since: saoPauloDay(Date.parse(occurredAt)) },
    { note: '', begunBy: 'act' },
    lawCalendar(settings.business_hours),
  )

/** Returns the lead with the limits that the act left it. The same object when it began and ended none. */
export function withActs(before: Lead | null, after: Lead, context: ActContext): Lead {
  let lead = after
  if (before !== null)
    for (const obligation of before.obligations ?? [])
      if (isObligationKind(obligation.kind) && outcomeByAct(before, after, obligation.kind) !== null)
        lead = withoutObligation(lead, obligationKey(obligation))
  for (const kind of OBLIGATION_KIND_NAMES)
    if (BEGINS[kind](before, after)) {
      const begun = begunOf(kind, context)
      // One that runs since the same day may have a sooner end.
      if (obligationOf(lead, obligationKey(begun)) === null) lead = withObligation(lead, begun)
    }
  return lead
}
