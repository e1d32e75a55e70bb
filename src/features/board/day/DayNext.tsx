/** What comes after the shown lead, what may be captured besides, each with its reason, and the returns of later today. */
import { UnstyledButton } from '@mantine/core'
import type { DayItem } from '../../../domain/day/queue.ts'
import type { Appointment } from '../../../domain/day/schedulings.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import classes from './DayScreen.module.css'

/** Lines of the queue beside the shown lead. */
export const NEXT = 5
const SHOWN_LATER = 5

interface DayNextProps {
  /** The queue after the shown lead. */
  readonly items: readonly DayItem[]
  readonly later: readonly Appointment[]
  readonly leads: ReadonlyMap<string, Lead>
  readonly onChoose: (uid: string) => void
}

/** Leads to capture that are not among the next: of each channel one. */
export const freeAfter = (items: readonly DayItem[]): DayItem[] =>
  items.slice(NEXT).filter(({ kind }) => kind === 'capture')

export function DayNext({ items, later, leads, onChoose }: DayNextProps) {
  const free = freeAfter(items)
  const more = items.length - NEXT - free.length
  const rest = later.length - SHOWN_LATER
  const nameOf = (uid: string) => leads.get(uid)?.client_name ?? '…'
  const isUnknown = (uid: string) => !leads.has(uid) || undefined
  const lines = (title: string, shown: readonly DayItem[], hidden: number) =>
    shown.length === 0 ? null : (
      <section aria-label={title}>
        <h2 className={classes.title}>{title}</h2>
        <ul className={classes.list}>
          {shown.map(({ uid, kind, reason }) => (
            <li key={uid} data-unknown={isUnknown(uid)}>
              <UnstyledButton className={classes.line} onClick={() => onChoose(uid)}>
                <span className={classes.name} title={nameOf(uid)}>
                  {nameOf(uid)}
                </span>
                <span className={classes.why} data-kind={kind}>
                  {reason}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {hidden > 0 ? <p className={classes.rest}>e mais {hidden}</p> : null}
      </section>
    )
  return (
    <aside className={classes.next} aria-label="O que vem depois">
      {lines('A seguir', items.slice(0, NEXT), more)}
      {lines('Livres para capturar', free, 0)}
      {later.length === 0 ? null : (
        <section aria-label="Mais tarde, hoje">
          <h2 className={classes.title}>Mais tarde, hoje</h2>
          <ul className={classes.list}>
            {later.slice(0, SHOWN_LATER).map(({ uid, atMs }) => (
              <li key={uid} className={classes.later} data-unknown={isUnknown(uid)}>
                <time dateTime={new Date(atMs).toISOString()}>{formatTime(atMs)}</time>
                <span className={classes.name}>{nameOf(uid)}</span>
              </li>
            ))}
          </ul>
          {rest > 0 ? <p className={classes.rest}>e mais {rest}</p> : null}
        </section>
      )}
    </aside>
  )
}
