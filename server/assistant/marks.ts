/**
 * Marks in place of names, documents, phones and mails: '[NOME_1]'. A conversation keeps the value of each mark, so
 * that a value has the same mark throughout, and answers get the values back. docs/rules.md#assistant
 */
import { foldLetters } from '../../src/domain/text/fold.ts'
import { MARK_KINDS, MARK_PATTERNS, type MarkKind } from './mark-patterns.ts'

const ANY_KIND = MARK_KINDS.join('|')
const MARK = new RegExp(`\\[(?:${ANY_KIND})_\\d+\\]`, 'g')
/** The beginning of what may become a mark. */
const UNFINISHED = new RegExp(`\\[(?:[A-Z]{0,9}|(?:${ANY_KIND})_\\d*)$`)

/** Letter by letter, so that places in the text stay. */
const flat = (text: string): string => foldLetters(text.normalize('NFC'))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where the value of a match is: its group `value`, or all of it. */
function valueOf(match: RegExpExecArray): { readonly text: string; readonly from: number } {
  const text = match.groups?.value ?? match[0]
  return { text, from: match.index + match[0].lastIndexOf(text) }
}

export class Marks {
  readonly #values = new Map<string, string>()
  readonly #marks = new Map<string, string>()
  readonly #known = new Set<string>()
  /** The known names, folded, the longest first once sorted: 'maria silva souza' before 'maria silva'. */
  readonly #names: string[] = []
  #isSorted = true
  readonly #counts = new Map<MarkKind, number>()
  /** False: everything leaves as it is. */
  readonly #masks: boolean

  constructor(known: Readonly<Record<string, string>> = {}, masks = true) {
    this.#masks = masks
    for (const [mark, value] of Object.entries(known)) {
      const [, name, number] = /^\[([A-Z]+)_(\d+)\]$/.exec(mark) ?? []
      const kind = MARK_KINDS.find((each) => each === name)
      if (kind === undefined) continue
      this.#values.set(mark, value)
      this.#marks.set(`${kind} ${flat(value)}`, mark)
      this.#counts.set(kind, Math.max(this.#counts.get(kind) ?? 0, Number(number)))
      if (kind === 'NOME') this.learn([value])
    }
  }

  /** The value of each mark, to be kept with the conversation. */
  known(): Record<string, string> {
    return Object.fromEntries(this.#values)
  }

  /** Adds names that are marked from now on, wherever they appear. */
  learn(names: Iterable<string>): void {
    for (const name of names) {
      const clean = flat(name.trim().replace(/\s+/g, ' '))
      if (clean.length < MIN_NAME || this.#known.has(clean)) continue
      this.#known.add(clean)
      this.#names.push(clean)
      this.#isSorted = false
    }
  }

  /** The whole text is a person's name. */
  name(text: string): string {
    if (!this.#masks || text.trim() === '') return text
    this.learn([text])
    return this.#mark('NOME', text.trim().replace(/\s+/g, ' '))
  }

  mask(text: string): string {
    if (!this.#masks) return text
    const marked = this.#outsideMarks(text.normalize('NFC'), (part) => this.#maskNames(part))
    return MARK_PATTERNS.reduce(
      (before, { kind, pattern, fits = () => true }) =>
        this.#outsideMarks(before, (part) => {
          let done = ''
          let end = 0
          for (const match of part.matchAll(pattern)) {
            const { text: value, from } = valueOf(match)
            if (!fits(value)) continue
            done += part.slice(end, from) + this.#mark(kind, value)
            end = from + value.length
          }
          return done + part.slice(end)
        }),
      marked,
    )
  }

  /** Every text in a value of JSON. */
  maskAll(value: unknown): unknown {
    if (typeof value === 'string') return this.mask(value)
    if (Array.isArray(value)) return value.map((each) => this.maskAll(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.mask(key), this.maskAll(each)]),
    )
  }

  restore(text: string): string {
    return text.replace(MARK, (mark) => this.#values.get(mark) ?? mark)
  }

  /** Restores a text that arrives in pieces. `rest` returns what was held back at the end. */
  restorer(): { readonly push: (piece: string) => string; readonly rest: () => string } {
    let held = ''
    return {
      push: (piece) => {
        held += piece
        const from = UNFINISHED.exec(held)?.index ?? held.length
        const ready = held.slice(0, from)
        held = held.slice(from)
        return this.restore(ready)
      },
      rest: () => {
        const last = this.restore(held)
        held = ''
        return last
      },
    }
  }

  #mark(kind: MarkKind, value: string): string {
    const key = `${kind} ${flat(value)}`
    const known = this.#marks.get(key)
    if (known !== undefined) return known
    const number = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, number)
    const mark = `[${kind}_${number}]`
    this.#values.set(mark, value)
    this.#marks.set(key, mark)
    return mark
  }

  #outsideMarks(text: string, change: (part: string) => string): string {
    let done = ''
    let from = 0
    for (const { 0: mark, index } of text.matchAll(MARK)) {
      done += change(text.slice(from, index)) + mark
      from = index + mark.length
    }
    return done + change(text.slice(from))
  }

  #maskNames(text: string): string {
    if (text.length < MIN_NAME) return text
    if (!this.#isSorted) this.#names.sort((one, other) => other.length - one.length)
    this.#isSorted = true
    const search = flat(text)
    // A name has one blank between its words; a text may have several, or a break.
    const folded = search.replaceAll(/\s+/g, ' ')
    const present = this.#names.filter((name) => folded.includes(name))
    if (present.length === 0) return text
    const pattern = new RegExp(
      `(?<![\\p{L}\\d])(?:${present.map((name) => escaped(name).replaceAll(' ', String.raw`\s+`)).join('|')})(?![\\p{L}\\d])`,
      'gu',
    )
    let done = ''
    let from = 0
    for (const { 0: found, index } of search.matchAll(pattern)) {
      done += text.slice(from, index) + this.#mark('NOME', text.slice(index, index + found.length))
      from = index + found.length
    }
    return done + text.slice(from)
  }
}

const MIN_NAME = 3
