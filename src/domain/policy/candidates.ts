/** Finds every value at a label: behind it, to the right or below. docs/rules.md#policy-reading */
import { isCnpj } from '../documents/cpf-cnpj.ts'
import { type Label, type LabelKind, labelsOf } from './labels.ts'
import type { Owner, Owners } from './roles.ts'
import type { Cell, Line } from './text.ts'
import {
  readAmount,
  readChassis,
  readDays,
  readDocument,
  readFirstDay,
  readInsurer,
  readName,
  readPlate,
  readPolicyNumber,
} from './values.ts'

export type PolicyField =
  | 'number'
  | 'insurer'
  | 'name'
  | 'document'
  | 'plate'
  | 'chassis'
  | 'start'
  | 'end'
  | 'premium'

/** A value that was found at a label. */
export interface Candidate {
  readonly field: PolicyField
  /** A number is cents. */
  readonly value: string | number
  readonly sure: boolean
  /** The lower one counts before the other where both are sure: the policy's number before the proposal's. */
  readonly rank: number
}

type Reader = (text: string, today: string) => string | number | null

const READERS: Readonly<Record<Exclude<LabelKind, 'other' | 'term'>, readonly [PolicyField, Reader]>> = {
  number: ['number', readPolicyNumber],
  proposal: ['number', readPolicyNumber],
  insurer: ['insurer', readInsurer],
  name: ['name', readName],
  document: ['document', readDocument],
  plate: ['plate', readPlate],
  chassis: ['chassis', readChassis],
  start: ['start', readFirstDay],
  end: ['end', readFirstDay],
  premium: ['premium', readAmount],
}

/** Kinds whose value belongs to a person or company. */
const OWNED: ReadonlySet<LabelKind> = new Set(['name', 'document'])
const OF_THE_POLICY: ReadonlySet<LabelKind> = new Set([
  'number',
  'proposal',
  'insurer',
  'term',
  'start',
  'end',
  'premium',
])

/** A value below its label is at most this many heights of a letter away. */
const FARTHEST_BELOW = 3.4
const SAME_EDGE = 8

const isBelow = (label: Cell, cell: Cell) =>
  (cell.x0 < label.x1 && label.x0 < cell.x1) ||
  Math.abs(cell.x0 - label.x0) <= SAME_EDGE ||
  Math.abs(cell.x1 - label.x1) <= SAME_EDGE

/** Returns the nearest cell below, or null. */
function below(lines: readonly Line[], at: number, label: Cell): { cell: Cell; at: number } | null {
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? []
    const [first] = line
    if (first === undefined || first.page !== label.page) return null
    if (first.y - label.y > FARTHEST_BELOW * label.height) return null
    const cell = line.find((one) => isBelow(label, one))
    if (cell !== undefined) return { cell, at: next }
  }
  return null
}

/** The text of a cell before its first label: all that may be a value of another cell's label. */
const valueText = (cell: Cell) => labelsOf(cell).before

/** The texts to the right of a cell, up to the next label. */
function toTheRight(line: Line, cell: Cell): string[] {
  const texts: string[] = []
  for (const next of line.slice(line.indexOf(cell) + 1)) {
    const text = valueText(next)
    if (text !== '') texts.push(text)
    if (labelsOf(next).labels.length > 0) break
  }
  return texts
}

/** Whether a name or document may be an insurer's. On most pages the insurer's name is above all others. */
const isInsurers = (value: string | number) =>
  typeof value === 'string' && (/segur/iu.test(value) || isCnpj(value))

interface Place {
  readonly lines: readonly Line[]
  readonly at: number
  readonly cell: Cell
  readonly label: Label
  readonly today: string
}

/** The values of a label; more than one where the column goes on with others. */
function valuesAt(place: Place, read: Reader): { values: (string | number)[]; divided: boolean } {
  const { lines, at, cell, label, today } = place
  if (label.rest !== '') {
    const behind = read(label.rest, today)
    return { values: behind === null ? [] : [behind], divided: label.divided }
  }
  const [right] = toTheRight(lines[at] ?? [], cell)
  const beside = right === undefined ? null : read(right, today)
  const values = beside === null ? [] : [beside]
  let next = below(lines, at, cell)
  // A value to the right and another one below: either may be meant.
  while (next !== null && labelsOf(next.cell).labels.length === 0) {
    const found = read(next.cell.text, today)
    if (found === null) break
    values.push(found)
    next = beside === null ? below(lines, next.at, next.cell) : null
  }
  return { values, divided: true }
}

function termAt(place: Place): string[] {
  const { lines, at, cell, label, today } = place
  const line = [label.rest, ...toTheRight(lines[at] ?? [], cell)].join(' ')
  const beside = readDays(line, today)
  if (beside.length >= 2) return beside
  const first = below(lines, at, cell)
  if (first === null || label.rest !== '') return []
  const second = below(lines, first.at, first.cell)
  return readDays([valueText(first.cell), second === null ? '' : valueText(second.cell)].join(' '), today)
}

/** 'das 24h do dia 10/03/2026 às 24h do dia 10/03/2027' is a term, wherever it appears. */
const HOURS_TO_HOURS =
  /\b(?:das?\s+)?(?:24|0?0|zero)[:h\s](?:00)?\s*(?:h|hs|horas?)?.{0,24}\d.{6,40}\b(?:as|ate)\b.{0,24}\d/u

const LONGEST_SENTENCE = 400

function termsInSentences(lines: readonly Line[], today: string): Candidate[] {
  return lines.flatMap((line) => {
    const text = line.map((cell) => cell.text).join(' ')
    const plain = line.map((cell) => cell.plain).join(' ')
    if (plain.length > LONGEST_SENTENCE || !HOURS_TO_HOURS.test(plain) || /anterior|renovad/u.test(plain))
      return []
    return termCandidates(readDays(text, today), /vigencia/u.test(plain))
  })
}

function termCandidates([start, end, ...more]: readonly string[], sure: boolean): Candidate[] {
  if (start === undefined || end === undefined) return []
  const certain = sure && more.length === 0
  return [
    { field: 'start', value: start, sure: certain, rank: 1 },
    { field: 'end', value: end, sure: certain, rank: 1 },
  ]
}

/** A bare 'Início' or 'Fim' belongs to the term if the word 'vigência' is in its line or up to two lines above. */
function saysTerm(lines: readonly Line[], at: number): boolean {
  return lines
    .slice(Math.max(0, at - 2), at + 1)
    .some((line) => line.some(({ plain }) => /vigencia/u.test(plain)))
}

function candidatesAt(place: Place, { role, certain }: Owner): Candidate[] {
  const { label, lines, at } = place
  if (label.kind === 'other') return []
  if (role === 'previous' && OF_THE_POLICY.has(label.kind)) return []
  if (label.kind === 'term') return termCandidates(termAt(place), true)
  const isOwned = OWNED.has(label.kind)
  const [field, read] = READERS[label.kind]
  const { values, divided } = valuesAt(place, read)
  const isOthers = role !== null && role !== 'insured' && certain
  if (isOwned && isOthers && !values.some((value) => role === 'insurer' && !isInsurers(value))) return []
  const distinct = new Set(values)
  const isTold = !label.doubtful || ((label.kind === 'start' || label.kind === 'end') && saysTerm(lines, at))
  const isStrict = label.kind !== 'name' && label.kind !== 'insurer'
  const isOfVehicle = label.kind === 'plate' || label.kind === 'chassis'
  const isPlain = isOfVehicle ? role !== 'previous' : certain
  const sure =
    distinct.size === 1 && (divided || isStrict) && isTold && isPlain && (!isOwned || role === 'insured')
  const rank = label.kind === 'proposal' ? 2 : 1
  return values.slice(0, 1).map((value) => ({ field, value, sure, rank }))
}

/** Behind all that is found elsewhere. */
const LAST_RANK = 3

/** What a heading 'Apólice renovada' is over: of the policy before this one, if a label comes again below it. */
class RenewedBlock {
  readonly #kinds = new Set<LabelKind>()
  readonly #found: Candidate[] = []
  #hasEnded = false

  /** Whether the label begins or follows the values of this policy. */
  hasEndedAt(kind: LabelKind): boolean {
    this.#hasEnded ||= OF_THE_POLICY.has(kind) && this.#kinds.has(kind)
    this.#kinds.add(kind)
    return this.#hasEnded
  }

  keep(candidates: readonly Candidate[]): void {
    this.#found.push(...candidates)
  }

  /** The block's values where it has no second half: it is rather this policy. A person looks at them. */
  get candidates(): Candidate[] {
    return this.#hasEnded ? [] : this.#found.map((one) => ({ ...one, sure: false, rank: LAST_RANK }))
  }
}

/** Returns every value at a label, in the order of the text. */
export function candidatesOf(lines: readonly Line[], owners: Owners, today: string): Candidate[] {
  const renewed = new RenewedBlock()
  const labelled = lines.flatMap((line, at) =>
    line.flatMap((cell) =>
      labelsOf(cell).labels.flatMap((label) => {
        const place = { lines, at, cell, label, today }
        const owner = owners(cell, label)
        if (owner.isRenewed !== true) return candidatesAt(place, owner)
        const own = candidatesAt(place, { role: null, certain: true })
        if (renewed.hasEndedAt(label.kind)) return own
        renewed.keep(own)
        return []
      }),
    ),
  )
  return [...labelled, ...renewed.candidates, ...termsInSentences(lines, today)]
}
