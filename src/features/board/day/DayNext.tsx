/** What comes after the shown lead, each with its reason, and the returns of later today. */
import { UnstyledButton } from '@mantine/core'
import type { DayItem } from '../../../domain/day/queue.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import classes from './DayScreen.module.css'

interface DayNextProps {
  readonly items: readonly DayItem[]
  /** Leads of the queue after these. */
  readonly more: number
  readonly later: readonly { readonly uid: string; readonly atMs: number }[]
  readonly leads: ReadonlyMap<string, Lead>
  readonly onChoose: (uid: string) => void
}

const SHOWN_LATER = 5

const nameOf = (leads: ReadonlyMap<string, Lead>, uid: string) => leads.get(uid)?.client_name ?? ''

export function DayNext({ items, more, later, leads, onChoose }: DayNextProps) {
  const rest = later.length - SHOWN_LATER
  return (
    <aside className={classes.next} aria-label="O que vem depois">
      {items.length === 0 ? null : (
        <section aria-label="A seguir">
          <h2 className={classes.title}>A seguir</h2>
          <ul className={classes.list}>
            {items.map(({ uid, kind, reason }) => (
              <li key={uid}>
                <UnstyledButton className={classes.line} onClick={() => onChoose(uid)}>
                  <span className={classes.name}>{nameOf(leads, uid)}</span>
                  <span className={classes.why} data-kind={kind}>
                    {reason}
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {more === 0 ? null : <p className={classes.rest}>e mais {more}</p>}
        </section>
      )}
      {later.length === 0 ? null : (
        <section aria-label="Mais tarde, hoje">
          <h2 className={classes.title}>Mais tarde, hoje</h2>
          <ul className={classes.list}>
            {later.slice(0, SHOWN_LATER).map(({ uid, atMs }) => (
              <li key={uid} className={classes.later}>
                <time dateTime={new Date(atMs).toISOString()}>{formatTime(atMs)}</time>
                <span className={classes.name}>{nameOf(leads, uid)}</span>
              </li>
            ))}
          </ul>
          {rest > 0 ? <p className={classes.rest}>e mais {rest}</p> : null}
        </section>
      )}
    </aside>
  )
}
