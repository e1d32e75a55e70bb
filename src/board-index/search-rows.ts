/** The rows that a text finds, and how well. docs/rules.md#search */
import {
  leftOutPattern,
  mayLeaveOut,
  readSearch,
  type SearchReading,
  wordsPattern,
} from '../domain/board/search.ts'
import type { Columns } from './columns.ts'

/** How a row was found, the best first. */
const EXACT = 1
const NAME_BEGINS = 2
const PART = 3
const WITHIN_NAME = 4
const LEFT_OUT = 5

interface FoundRows {
  /** Unordered, each once. */
  readonly rows: Int32Array<ArrayBuffer>
  /** By row: how it was found, 0 for the others. */
  readonly ranks: Uint8Array
}

/** Lengths of a whole document. */
const DOCUMENTS = [11, 14]
/** From so many digits on a phone is whole. */
const WHOLE_PHONE = 10

/** `clients`: uids of clients with the mail, and whether it is their whole one. */
export function searchRows(text: string, columns: Columns, clients: ReadonlyMap<string, boolean>): FoundRows {
  const ranks = new Uint8Array(columns.length)
  const found: number[] = []
  const note = (row: number, rank: number) => {
    const before = ranks[row] ?? 0
    if (before === 0) found.push(row)
    if (before === 0 || rank < before) ranks[row] = rank
  }
  const reading = readSearch(text)
  byNumbers(reading, columns, note)
  byMail(columns, clients, note)
  const whole = reading.words.join(' ')
  if (whole !== '') byName(reading, columns, note)
  if (found.length === 0 && mayLeaveOut(reading.words))
    for (const row of columns.texts.client_name.matching(new RegExp(leftOutPattern(reading.words), 'g')))
      note(row, LEFT_OUT)
  return { rows: Int32Array.from(found), ranks }
}

type Note = (row: number, rank: number) => void

function byNumbers(reading: SearchReading, columns: Columns, note: Note): void {
  const { leadId, oldNumber, document, phones, code } = reading
  const { texts, numbers } = columns
  if (leadId !== null && leadId > 0)
    for (let row = numbers.ids.indexOf(leadId); row >= 0; row = numbers.ids.indexOf(leadId, row + 1))
      note(row, EXACT)
  if (oldNumber !== '')
    for (const row of texts.oldNumbers.beginningWith(oldNumber))
      if (texts.oldNumbers.get(row) === oldNumber) note(row, EXACT)
  if (document !== '')
    for (const row of texts.documents.beginningWith(document))
      note(row, DOCUMENTS.includes(document.length) ? EXACT : PART)
  for (const end of phones)
    for (const row of texts.phones.containing(`${end} `)) note(row, end.length >= WHOLE_PHONE ? EXACT : PART)
  if (code !== '')
    for (const row of texts.codes.containing(` ${code}`))
      note(row, texts.codes.get(row).includes(` ${code} `) ? EXACT : PART)
}

function byMail(columns: Columns, clients: ReadonlyMap<string, boolean>, note: Note): void {
  for (const [uid, isWhole] of clients)
    for (const row of columns.texts.clients.beginningWith(uid)) note(row, isWhole ? EXACT : PART)
}

function byName({ words }: SearchReading, { texts }: Columns, note: Note): void {
  const { client_name: names } = texts
  const whole = words.join(' ')
  for (const row of names.containing(whole)) {
    const name = names.get(row)
    note(row, name.startsWith(whole) ? NAME_BEGINS : name.includes(` ${whole}`) ? PART : WITHIN_NAME)
  }
  if (words.length < 2) return
  // The longest word leaves the fewest.
  const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
  const pattern = new RegExp(wordsPattern(words))
  for (const row of names.containing(longest)) if (pattern.test(names.get(row))) note(row, PART)
}

interface Ranked {
  readonly rows: readonly number[]
  readonly total: number
}

/**
 * Returns the best rows: what was found by a whole number or mail, then by a part, then with letters left out. Among these the
 * own ones come first. `ordered`: all found rows in the board's order.
 */
export function bestRows(
  ordered: Int32Array,
  ranks: Uint8Array,
  { isOwn, limit }: { readonly isOwn: (row: number) => boolean; readonly limit: number },
): Ranked {
  const buckets = new Map<number, number[]>()
  for (const row of ordered) {
    const rank = ranks[row] ?? 0
    const tier = rank === EXACT ? 0 : rank === LEFT_OUT ? 2 : 1
    const place = (tier * 2 + (isOwn(row) ? 0 : 1)) * 10 + rank
    const bucket = buckets.get(place)
    if (bucket === undefined) buckets.set(place, [row])
    else if (bucket.length < limit) bucket.push(row)
  }
  const best = [...buckets].toSorted(([one], [other]) => one - other).flatMap(([, rows]) => rows)
  return { rows: best.slice(0, limit), total: ordered.length }
}
