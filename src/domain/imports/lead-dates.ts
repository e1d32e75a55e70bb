/** The days of an imported lead, in their order. docs/rules.md#imported-dates */
import type { Cell } from '../spreadsheet/cells.ts'
import { type DayMeaning, type Moment, momentOf } from '../spreadsheet/day-cells.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { instantOf } from '../time/sao-paulo.ts'
import { LEAD_DAYS } from './day-fields.ts'

export const LEAD_DATES = [
  { name: 'created_at', label: 'Criado em' },
  { name: 'captured_at', label: 'Capturado em' },
  { name: 'first_call_at', label: 'Primeiro contato em' },
  { name: 'proposal_at', label: 'Proposta em' },
  { name: 'ended_at', label: 'Encerrado em' },
  { name: 'sold_at', label: 'Vendido em' },
  { name: 'lost_at', label: 'Perdido em' },
] as const
export type LeadDate = (typeof LEAD_DATES)[number]['name']
type Moments = Readonly<Record<LeadDate, Moment | null>>

/** An earlier day is a birth date, or a slip of the keyboard. */
const FIRST_DAY = '1990-01-01'

/** A file has few days and many lines, and to read one is slow. */
const readBefore = new Map<string, Moment | '' | null>()
const MOST_READ = 20_000

function momentOfCell(cell: Cell | undefined, today: string, meaning: DayMeaning): Moment | '' | null {
  if (typeof cell !== 'string') return momentOf(cell, today, meaning)
  const key = `${today} ${meaning} ${cell}`
  const known = readBefore.get(key)
  if (known !== undefined) return known
  const moment = momentOf(cell, today, meaning)
  if (readBefore.size > MOST_READ) readBefore.clear()
  readBefore.set(key, moment)
  return moment
}

interface Asked {
  readonly cell: (name: LeadDate) => Cell | undefined
  readonly today: string
  readonly reasons: string[]
}

/** Reads them; what is no day, a day to come or of long ago refuses the line. */
export function momentsOf({ cell, today, reasons }: Asked): Moments {
  const read = (name: LeadDate, label: string): Moment | null => {
    const moment = momentOfCell(cell(name), today, LEAD_DAYS[name])
    if (moment === '') return null
    if (moment === null) reasons.push(`${label}: a data é inválida`)
    else if (moment.day > today) reasons.push(`${label}: a data é posterior a hoje`)
    else if (moment.day < FIRST_DAY) reasons.push(`${label}: a data é anterior a 1990`)
    else return moment
    return null
  }
  const [created, captured, call, proposal, ended, sold, lost] = LEAD_DATES
  return {
    created_at: read(created.name, created.label),
    captured_at: read(captured.name, captured.label),
    first_call_at: read(call.name, call.label),
    proposal_at: read(proposal.name, proposal.label),
    ended_at: read(ended.name, ended.label),
    sold_at: read(sold.name, sold.label),
    lost_at: read(lost.name, lost.label),
  }
}

const NOON = '12:00'
const NOON_MINUTES = 720
const noons = new Map<string, number>()
const MOST_NOONS = 20_000

function msOf({ day, time }: Moment): number {
  if (noons.size > MOST_NOONS) noons.clear()
  const noon = noons.get(day) ?? Date.parse(instantOf(day, NOON))
  noons.set(day, noon)
  const [hours = 0, minutes = 0] = (time ?? NOON).split(':').map(Number)
  return noon + (hours * 60 + minutes - NOON_MINUTES) * MINUTE_MS
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export interface LeadInstants {
  readonly created_at: string | null
  readonly captured_at: string | null
  readonly first_call_at: string | null
  readonly proposal_at: string | null
  readonly ended_at: string | null
}

/** A day without a time is not before the others of its day that it follows. */
const after = (moment: Moment, floor: number) =>
  moment.time === null ? Math.max(msOf(moment), floor) : msOf(moment)

/**
 * The instants in their order. A lead without a day of creation was created on the first of its other days. A day that is
 * before the creation, or an end before one of the others, refuses the line.
 */
export function orderedDates(moments: Omit<Moments, 'sold_at' | 'lost_at'>, reasons: string[]): LeadInstants {
  const { created_at, captured_at, first_call_at, proposal_at, ended_at } = moments
  const steps = [
    { moment: captured_at, words: 'Capturado antes de criado' },
    { moment: first_call_at, words: 'Primeiro contato antes da criação' },
    { moment: proposal_at, words: 'Proposta antes da criação' },
    { moment: ended_at, words: 'Encerrado antes de criado' },
  ]
  const given = steps.flatMap(({ moment }) => moment ?? [])
  const ofDay = (day: string) =>
    given.filter((moment) => moment.day === day && moment.time !== null).map(msOf)
  // Of a day without a time only the day is compared.
  const created =
    created_at === null
      ? Math.min(...given.map(msOf))
      : created_at.time === null
        ? Math.min(msOf(created_at), ...ofDay(created_at.day))
        : msOf(created_at)
  if (!Number.isFinite(created))
    return { created_at: null, captured_at: null, first_call_at: null, proposal_at: null, ended_at: null }
  const isBefore = (moment: Moment) =>
    created_at !== null && (moment.day < created_at.day || (moment.time !== null && msOf(moment) < created))
  for (const { moment, words } of steps) if (moment !== null && isBefore(moment)) reasons.push(words)
  const at = (moment: Moment | null) => (moment === null ? null : after(moment, created))
  const middle = [at(captured_at), at(first_call_at), at(proposal_at)]
  const last = Math.max(created, ...middle.flatMap((ms) => ms ?? []))
  const lastDays = [captured_at, first_call_at, proposal_at].flatMap((moment) => moment?.day ?? [])
  if (ended_at !== null && lastDays.some((day) => day > ended_at.day))
    reasons.push('Encerrado antes de outra data do lead')
  const endOf = (moment: Moment) => after(moment, last)
  return {
    created_at: iso(created),
    captured_at: iso(middle[0] ?? null),
    first_call_at: iso(middle[1] ?? null),
    proposal_at: iso(middle[2] ?? null),
    ended_at: ended_at === null ? null : iso(endOf(ended_at)),
  }
}
