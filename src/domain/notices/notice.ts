/** One line of the bell: docs/rules.md#notices */
import { EXTERNAL_PATH } from '../indication/words.ts'
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { formatDay, formatTime, saoPauloDay } from '../time/sao-paulo.ts'
import type { NoticeKind } from './kinds.ts'

/** Where a notice leads: the lead by its number, the form of a lead without one, or a screen. */
export type NoticeTarget =
  | { readonly to: 'lead'; readonly id: number }
  | { readonly to: 'form'; readonly uid: string }
  | { readonly to: 'queue' }
  | { readonly to: 'imports' }
  /** The list of those whom the user indicated. */
  | { readonly to: 'referrals' }
  /** The screen of the user's link. */
  | { readonly to: 'link' }
  /** The list of users. */
  | { readonly to: 'users' }
  /** The list of devices. */
  | { readonly to: 'devices' }
  /** Indications that wait for a look. */
  | { readonly to: 'held' }
  /** Rules that act by themselves. */
  | { readonly to: 'automations' }
  /** The own account. */
  | { readonly to: 'profile' }

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
/** A notice leaves the list this long after it arose. Notices of the queue stay until they are decided. */
export const SHOWN_FOR_MS = 30 * DAY_MS

export const leadName = (id: number | null) => (id === null ? 'Lead com nº pendente' : `Lead ${id}`)

export const leadTarget = ({
  uid,
  id,
}: {
  readonly uid: string
  readonly id: number | null
}): NoticeTarget => (id === null ? { to: 'form', uid } : { to: 'lead', id })

/** Returns a target's path and query, as the router's links take them. */
export function targetAddress(target: NoticeTarget) {
  switch (target.to) {
    case 'lead':
      return { to: '/', search: { lead: target.id } } as const
    case 'form':
      return { to: '/', search: { form: target.uid } } as const
    case 'queue':
      return { to: '/sincronizacao' } as const
    case 'imports':
      return { to: '/importar-renovacoes' } as const
    case 'referrals':
      return { to: '/' } as const
    case 'link':
      return { to: EXTERNAL_PATH } as const
    case 'devices':
      return { to: '/aparelhos' } as const
    case 'held':
      return { to: '/suspeitas' } as const
    case 'automations':
      return { to: '/automacoes' } as const
    case 'users':
      return { to: '/users' } as const
    case 'profile':
      return { to: '/profile' } as const
  }
}

/** Returns the same as one text, such as '/?lead=1522'. */
export function targetPath(target: NoticeTarget): string {
  const { to, search } = { search: {}, ...targetAddress(target) }
  const query = Object.entries(search).map(([name, value]) => `${name}=${value}`)
  return query.length === 0 ? to : `${to}?${query.join('&')}`
}

const isToday = (ms: number, nowMs: number) => saoPauloDay(ms) === saoPauloDay(nowMs)

/** Returns '14:30' for a moment of today, else '24/11 às 14:30'. Both days are São Paulo's. */
export const momentInWords = (ms: number, nowMs: number): string =>
  isToday(ms, nowMs) ? formatTime(ms) : `${formatDay(saoPauloDay(ms)).slice(0, 5)} às ${formatTime(ms)}`

/** Returns when something is or was: 'às 14:30' today, else 'em 24/11 às 14:30'. */
export const whenInWords = (ms: number, nowMs: number): string =>
  `${isToday(ms, nowMs) ? 'às' : 'em'} ${momentInWords(ms, nowMs)}`
