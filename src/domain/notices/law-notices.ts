/** Notices of limits of the law: at half, at the eve, and late. docs/rules.md#notices */
import { eveDay, halfDay, lawCalendar } from '../obligations/calendar.ts'
import { OBLIGATION_KINDS } from '../obligations/kinds.ts'
import type { ToldLawLead } from '../obligations/law-lead.ts'
import { obligationKey, type RunningObligation, remainingWords } from '../obligations/obligation.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, endOfDayMs, instantOf, saoPauloDay } from '../time/sao-paulo.ts'
import { leadName, leadTarget, type Notice } from './notice.ts'

/** They are told in the morning, not at midnight. The server's `dueObligations` asks the same. */
export const TOLD_AT = '09:00'

interface Moment {
  readonly nowMs: number
  readonly settings: Pick<Settings, 'business_hours'>
}

/** In the order of time. */
const TOLD = ['half', 'eve', 'late'] as const

/** The latest that has arisen; null: none has. */
function noticeOf(limit: RunningObligation, { nowMs, settings }: Moment) {
  const calendar = lawCalendar(settings.business_hours)
  const days = { half: halfDay(limit, calendar), eve: eveDay(limit, calendar), late: addDays(limit.until, 1) }
  const arisen = TOLD.map((state) => ({ state, atMs: Date.parse(instantOf(days[state], TOLD_AT)) })).findLast(
    ({ atMs }) => atMs <= nowMs,
  )
  return arisen === undefined
    ? null
    : { ...arisen, words: remainingWords(limit, saoPauloDay(nowMs), calendar) }
}

export const lawNotices = (leads: readonly ToldLawLead[], moment: Moment): Notice[] =>
  leads.flatMap((lead) =>
    lead.limits.flatMap((limit): Notice[] => {
      const told = noticeOf(limit, moment)
      if (told === null) return []
      const { label } = OBLIGATION_KINDS[limit.kind]
      const words = `Prazo da lei: ${label}, ${told.words}`
      return [
        {
          key: `law:${lead.uid}:${obligationKey(limit)}:${limit.until}:${told.state}`,
          kind: 'law',
          title: `${leadName(lead.id)} · ${lead.clientName}`,
          target: leadTarget(lead),
          atMs: told.atMs,
          momentMs: endOfDayMs(limit.until),
          text: lead.inPlaceOf === undefined ? words : `${words} · de ${lead.inPlaceOf}`,
          note: limit.note,
          isUrgent: told.state === 'late',
        },
      ]
    }),
  )
