/** Who is on leave, and who acts in the meantime: docs/rules.md#absences */
import { DAY_MS } from '../time/durations.ts'
import { formatDay } from '../time/sao-paulo.ts'
// Its code is not wanted here: the first cards are drawn without schemas.
import type { Absence, AbsenceDraft } from './schema.ts'

export type AbsenceDays = Pick<Absence, 'from_day' | 'to_day'>

/** A user whose absences are known. undefined: a row of an earlier version. */
export interface MayBeAbsent {
  readonly absences?: readonly Absence[] | undefined
}

export const isWithin = (on: string, { from_day, to_day }: AbsenceDays): boolean =>
  from_day <= on && on <= to_day

const overlap = (one: AbsenceDays, other: AbsenceDays): boolean =>
  one.from_day <= other.to_day && other.from_day <= one.to_day

/** Returns the absence that the day lies in, or null. */
export const absentOn = ({ absences = [] }: MayBeAbsent, on: string): Absence | null =>
  absences.find((absence) => isWithin(on, absence)) ?? null

interface Coverable extends MayBeAbsent {
  readonly id: number
}

/** Returns who acts for the user on the day: the user itself, the substitute, or null: the team. */
export function whoActsFor(user: Coverable, on: string): number | null {
  const absence = absentOn(user, on)
  return absence === null ? user.id : absence.substitute_id
}

/** '12/12', and with the year where it is another than that of `today`. */
const shortDay = (of: string, today: string): string =>
  of.slice(0, 4) === today.slice(0, 4) ? formatDay(of).slice(0, 5) : formatDay(of)

/** 'ausente até 12/12' */
export const absentUntil = ({ to_day }: Pick<Absence, 'to_day'>, today: string): string =>
  `ausente até ${shortDay(to_day, today)}`

/** 'de 01/12 a 12/12', 'em 01/12' */
export const daysInWords = ({ from_day, to_day }: AbsenceDays, today: string): string =>
  from_day === to_day
    ? `em ${shortDay(from_day, today)}`
    : `de ${shortDay(from_day, today)} a ${shortDay(to_day, today)}`

/** Longer leaves are a departure. */
const MOST_DAYS = 366

/** By the days alone: a clock that was set right again makes it right again. */
export function absenceState(
  { from_day, to_day }: AbsenceDays,
  today: string,
): 'planned' | 'running' | 'over' {
  if (today < from_day) return 'planned'
  return today <= to_day ? 'running' : 'over'
}

interface Person extends Coverable {
  readonly name: string
}

export interface AbsenceQuestion {
  readonly user: Person
  /** null: a new one. */
  readonly before: Absence | null
  readonly draft: AbsenceDraft
  /** Everybody, the user among them. */
  readonly people: Iterable<Person>
  readonly today: string
}

export interface AbsenceProblem {
  readonly field: 'from_day' | 'to_day' | 'substitute_id'
  readonly message: string
}

const daysOf = ({ from_day, to_day }: AbsenceDays) => (Date.parse(to_day) - Date.parse(from_day)) / DAY_MS + 1

function daysProblem({ before, draft, today }: AbsenceQuestion): AbsenceProblem | null {
  const hasBegun = before !== null && before.from_day <= today
  if (hasBegun && draft.from_day !== before.from_day)
    return { field: 'from_day', message: 'A ausência já começou: mude só o último dia.' }
  if (!hasBegun && draft.from_day < today) return { field: 'from_day', message: 'Comece hoje ou depois.' }
  if (draft.to_day < draft.from_day)
    return { field: 'to_day', message: 'O último dia vem antes do primeiro.' }
  if (draft.to_day < today) return { field: 'to_day', message: 'Termine hoje ou depois.' }
  return daysOf(draft) > MOST_DAYS ? { field: 'to_day', message: 'Uma ausência tem no máximo um ano.' } : null
}

/**
 * Returns why the absence cannot be so, or null. A substitute is at work on all of the days, so no substitute has one: there
 * are neither chains nor circles.
 */
export function absenceProblem(question: AbsenceQuestion): AbsenceProblem | null {
  const { user, before, draft, people, today } = question
  const ofDays = daysProblem(question)
  if (ofDays !== null) return ofDays
  const clashes = ({ absences = [] }: MayBeAbsent) =>
    absences.find((absence) => absence.id !== before?.id && overlap(absence, draft))
  const own = clashes(user)
  if (own !== undefined)
    return {
      field: 'from_day',
      message: `${user.name} já tem uma ausência ${daysInWords(own, today)}. Mude essa, ou escolha outros dias.`,
    }
  const all = [...people]
  for (const other of all) {
    const covered = other.absences?.find(
      (absence) => absence.substitute_id === user.id && overlap(absence, draft),
    )
    if (covered !== undefined)
      return {
        field: 'from_day',
        message: `${user.name} substitui ${other.name} ${daysInWords(covered, today)}. Escolha antes outra pessoa para substituir ${other.name}.`,
      }
  }
  if (draft.substitute_id === null) return null
  if (draft.substitute_id === user.id)
    return { field: 'substitute_id', message: 'Escolha outra pessoa para substituir.' }
  const substitute = all.find(({ id }) => id === draft.substitute_id)
  const away = substitute === undefined ? undefined : clashes(substitute)
  return substitute === undefined || away === undefined
    ? null
    : {
        field: 'substitute_id',
        message: `${substitute.name} tem uma ausência ${daysInWords(away, today)}. Escolha outra pessoa, ou a equipe.`,
      }
}
