/** The list of the limits of the law that run, and its filters: docs/rules.md#obligations */
import { z } from 'zod'
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { OBLIGATION_KIND_NAMES } from './kinds.ts'
import type { LawLead } from './law-lead.ts'
import {
  type ObligationState,
  obligationKey,
  type RunningObligation,
  remainingWords,
  stateOn,
} from './obligation.ts'

export const STATE_WORDS = {
  late: 'Atrasado',
  eve: 'Na véspera',
  half: 'Passou da metade',
  open: 'No prazo',
} as const satisfies Readonly<Record<ObligationState, string>>

export const STATE_NAMES = ['late', 'eve', 'half', 'open'] as const

export const limitFilterSchema = z.object({
  estado: z.enum(STATE_NAMES).optional().catch(undefined),
  tipo: z.enum(OBLIGATION_KIND_NAMES).optional().catch(undefined),
  corretor: z.number().int().optional().catch(undefined),
})
export type LimitFilter = z.infer<typeof limitFilterSchema>

export interface LimitLine {
  readonly key: string
  readonly lead: LawLead
  readonly limit: RunningObligation
  readonly state: ObligationState
  /** 'faltam 3 dias úteis' */
  readonly words: string
}

/** Returns the limits that the filter leaves, the nearest first. `today`: YYYY-MM-DD. */
export const limitLines = (
  leads: readonly LawLead[],
  filter: LimitFilter,
  { today, calendar }: { readonly today: string; readonly calendar: BusinessCalendar },
): LimitLine[] =>
  leads
    .flatMap((lead) =>
      lead.limits.map((limit) => ({
        key: `${lead.uid}:${obligationKey(limit)}`,
        lead,
        limit,
        state: stateOn(limit, today, calendar),
        words: remainingWords(limit, today, calendar),
      })),
    )
    .filter(
      ({ lead, limit, state }) =>
        (filter.estado === undefined || filter.estado === state) &&
        (filter.tipo === undefined || filter.tipo === limit.kind) &&
        (filter.corretor === undefined || filter.corretor === lead.brokerId),
    )
    .toSorted(
      (one, other) => one.limit.until.localeCompare(other.limit.until) || one.key.localeCompare(other.key),
    )
