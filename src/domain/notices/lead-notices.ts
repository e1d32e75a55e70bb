/** The notices of the leads that have the user as their broker: docs/rules.md#notices */
import { isRenewal } from '../lead/channel-rules.ts'
import type { Settings } from '../settings/settings.ts'
import { HOUR_MS } from '../time/durations.ts'
import {
  LIMIT_NEAR_MS,
  leadName,
  leadTarget,
  momentInWords,
  type Notice,
  SOON_MS,
  whenInWords,
} from './notice.ts'
import type { OwnOpenLead } from './own-open-lead.ts'

interface Moment {
  readonly nowMs: number
  readonly settings: Pick<Settings, 'time_to_capture_on_time_renovation'>
}

const common = (lead: OwnOpenLead) => ({
  title: `${leadName(lead.id)} · ${lead.clientName}`,
  target: leadTarget(lead),
})

function assigned(lead: OwnOpenLead): Notice | null {
  const { assignment } = lead
  if (assignment === null) return null
  return {
    ...common(lead),
    key: `assigned:${assignment.entryId}`,
    kind: 'assigned',
    atMs: assignment.atMs,
    momentMs: assignment.atMs,
    note: '',
    text: assignment.by === null ? 'Passado a você' : `Passado a você por ${assignment.by}`,
    isUrgent: false,
  }
}

function scheduled(lead: OwnOpenLead, { nowMs }: Moment): Notice | null {
  const dueMs = lead.appointmentMs
  if (dueMs === null || dueMs - SOON_MS > nowMs) return null
  const isLate = dueMs < nowMs
  const words = isLate
    ? `Agendamento atrasado: ${momentInWords(dueMs, nowMs)}`
    : `Agendamento ${whenInWords(dueMs, nowMs)}`
  return {
    ...common(lead),
    key: `schedule:${lead.uid}:${dueMs}:${isLate ? 'late' : 'soon'}`,
    kind: 'schedule',
    atMs: isLate ? dueMs : dueMs - SOON_MS,
    momentMs: dueMs,
    text: lead.inPlaceOf === undefined ? words : `${words} · de ${lead.inPlaceOf}`,
    note: lead.scheduling?.note ?? '',
    isUrgent: isLate,
  }
}

/** The capture limit is the end of the card's countdown. Only a lead in Origem still has one. */
function atItsLimit(lead: OwnOpenLead, { nowMs, settings }: Moment): Notice | null {
  if (!isRenewal(lead.channelId) || !lead.isInOrigin || lead.suspended || lead.inPlaceOf !== undefined)
    return null
  const fromMs = lead.scheduling?.atMs ?? lead.createdMs
  const limitMs = fromMs + settings.time_to_capture_on_time_renovation * HOUR_MS
  if (limitMs - LIMIT_NEAR_MS > nowMs) return null
  const isLate = limitMs < nowMs
  return {
    ...common(lead),
    key: `renewal:${lead.uid}:${limitMs}:${isLate ? 'late' : 'soon'}`,
    kind: 'renewal',
    atMs: isLate ? limitMs : limitMs - LIMIT_NEAR_MS,
    momentMs: limitMs,
    note: '',
    text: isLate
      ? `Renovação: prazo de captura venceu ${whenInWords(limitMs, nowMs)}`
      : `Renovação: capture até ${momentInWords(limitMs, nowMs)}`,
    isUrgent: isLate,
  }
}

export function leadNotices(leads: readonly OwnOpenLead[], moment: Moment): Notice[] {
  return leads
    .flatMap((lead) => [assigned(lead), scheduled(lead, moment), atItsLimit(lead, moment)])
    .filter((notice) => notice !== null)
}
