/** One line of the bell: docs/rules.md#notices */
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { formatDay, formatTime, saoPauloDay } from '../time/sao-paulo.ts'
import type { NoticeKind } from './kinds.ts'

/** Where a notice leads: the lead by its number, the form of a lead without one, or a screen. */
export type NoticeTarget =
  | { readonly to: 'lead'; readonly id: number }
  | { readonly to: 'form'; readonly uid: string }
  | { readonly to: 'queue' }
  | { readonly to: 'imports' }

export interface Notice {
  /** The same on every device of the user, so that a notice that was read on one is not new on another. */
  readonly key: string
  readonly kind: NoticeKind
  /** When it arose, epoch ms: the order of the list. */
  readonly atMs: number
  /** What it is about, epoch ms: an appointment or a limit, else the same. */
  readonly momentMs: number
  readonly title: string
  readonly text: string
  /** What the user wrote about it. Empty: nothing. */
  readonly note: string
  /** It is late, or waits for the user's decision. The app's badge counts urgent schedulings and queue entries. */
  readonly isUrgent: boolean
  readonly target: NoticeTarget
}

/** A scheduling is announced this long before its time. */
export const SOON_MS = 15 * MINUTE_MS
/** A renewal's capture limit is announced this long before. */
export const LIMIT_NEAR_MS = DAY_MS
/** A notice leaves the list this long after it arose. Those of the queue stay until they are decided. */
export const SHOWN_FOR_MS = 30 * DAY_MS

export const leadName = (id: number | null) => (id === null ? 'Lead com nº pendente' : `Lead ${id}`)

export const leadTarget = ({
  uid,
  id,
}: {
  readonly uid: string
  readonly id: number | null
}): NoticeTarget => (id === null ? { to: 'form', uid } : { to: 'lead', id })

/** Returns '14:30' for a moment of today, else '24/11 14:30'. Both days are São Paulo's. */
export function momentInWords(ms: number, nowMs: number): string {
  const day = saoPauloDay(ms)
  return day === saoPauloDay(nowMs) ? formatTime(ms) : `${formatDay(day).slice(0, 5)} ${formatTime(ms)}`
}
