/** A conflict in words: who changed the field last, when, and whether it was the same user on another device. */
import { whenInWords } from '../notices/notice.ts'
import type { LastChange } from './conflicts.ts'

/** What the server says, for every app version: an app of this version adds both times. */
export function conflictMessage(changes: readonly (LastChange | undefined)[]): string {
  if (!changes.every((last) => last?.own === true))
    return 'Outra pessoa mudou o mesmo campo enquanto você estava sem conexão.'
  return `${youToo(changes)}.`
}

function youToo(changes: readonly (LastChange | undefined)[]): string {
  const field = changes.length === 1 ? 'este campo' : 'estes campos'
  const elsewhere = changes.every((last) => last?.same_device === false) ? ' em outro aparelho' : ''
  return `Você também mudou ${field}${elsewhere}`
}

interface Moment {
  /** When the waiting change was made here, ISO 8601. */
  readonly hereAt: string
  readonly nowMs: number
}

/**
 * Returns 'Você também mudou este campo em outro aparelho às 10:42; aqui às 10:40.', or null unless all the fields were
 * changed by the same user. Of several fields it names the latest time.
 */
export function ownConflictWords(
  changes: readonly (LastChange | undefined)[],
  { hereAt, nowMs }: Moment,
): string | null {
  const own = changes.filter((last) => last !== undefined).filter((last) => last.own)
  if (own.length === 0 || own.length < changes.length) return null
  const there = Math.max(...own.map(({ at }) => Date.parse(at)))
  const here = Date.parse(hereAt)
  return `${youToo(changes)} ${whenInWords(there, nowMs)}; aqui ${whenInWords(here, nowMs)}.`
}

/** Returns 'Ana Lima, às 10:42', or 'Você, em outro aparelho, em 24/11 às 10:42'. */
export function changedByWords({ own, same_device, name, at }: LastChange, nowMs: number): string {
  const who = own ? (same_device ? 'Você' : 'Você, em outro aparelho') : name
  const when = whenInWords(Date.parse(at), nowMs)
  return who === null ? `Mudou ${when}` : `${who}, ${when}`
}
