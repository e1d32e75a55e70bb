/**
 * Placeholders for names, documents, phones and mails: '[NOME_1]'. A conversation keeps the value of each, so that a value has the
 * same placeholder throughout, and answers get the values back. docs/rules.md#assistant
 */
import { foldLetters } from '../../src/domain/text/fold.ts'
import { PLACEHOLDER_KINDS, PLACEHOLDER_PATTERNS, type PlaceholderKind } from './placeholder-patterns.ts'

const ANY_KIND = PLACEHOLDER_KINDS.join('|')
const PLACEHOLDER = new RegExp(`\\[(?:${ANY_KIND})_\\d+\\]`, 'g')
/** The beginning of what may become a placeholder. */
const UNFINISHED = new RegExp(`\\[(?:[A-Z]{0,9}|(?:${ANY_KIND})_\\d*)$`)

/** Letter by letter, so that places in the text stay. */
const flat = (text: string): string => foldLetters(text.normalize('NFC'))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where the value of a match is: its group `value`, or all of it. */
function valueOf(match: RegExpExecArray): { readonly text: string; readonly from: number } {
  const text = match.groups?.value ?? match[0]
  return { text, from: match.index + match[0].lastIndexOf(text) }
}

export class Placeholders {
  readonly #values = new Map<string, string>()
  readonly #placeholders = new Map<string, string>()
  readonly #known = new Set<string>()
  /** The known names, folded, the longest first once sorted: 'maria silva souza' before 'maria silva'. */
  readonly #names: string[] = []
  #isSorted = true
  readonly #counts = new Map<PlaceholderKind, number>()
  /** False: everything leaves as it is. */
  readonly #masks: boolean

  constructor(known: Readonly<Record<string, string>> = {}, masks = true) {
    this.#masks = masks
    for (const [placeholder, value] of Object.entries(known)) {
      const [, name, number] = /^\[([A-Z]+)_(\d+)\]$/.exec(placeholder) ?? []
      const kind = PLACEHOLDER_KINDS.find((each) => each === name)
      if (kind === undefined) continue
      this.#values.set(placeholder, value)
      this.#placeholders.set(`${kind} ${flat(value)}`, placeholder)
      this.#counts.set(kind, Math.max(this.#counts.get(kind) ?? 0, Number(number)))
      if (kind === 'NOME') this.learn([value])
    }
  }

  /** The value of each placeholder, to be kept with the conversation. */
  known(): Record<string, string> {
    return Object.fromEntries(this.#values)
  }

  /** Adds names that are masked from now on, wherever they appear. */
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
    return this.#placeholder('NOME', text.trim().replace(/\s+/g, ' '))
  }

  mask(text: string): string {
    if (!this.#masks) return text
    const masked = this.#outsidePlaceholders(text.normalize('NFC'), (part) => this.#maskNames(part))
    return PLACEHOLDER_PATTERNS.reduce(
      (before, { kind, pattern, fits = () => true }) =>
        this.#outsidePlaceholders(before, (part) => {
          let done = ''
          let end = 0
          for (const match of part.matchAll(pattern)) {
            const { text: value, from } = valueOf(match)
            if (!fits(value)) continue
            done += part.slice(end, from) + this.#placeholder(kind, value)
            end = from + value.length
          }
          return done + part.slice(end)
        }),
      masked,
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
    return text.replace(PLACEHOLDER, (placeholder) => this.#values.get(placeholder) ?? placeholder)
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

  #placeholder(kind: PlaceholderKind, value: string): string {
    const key = `${kind} ${flat(value)}`
    const known = this.#placeholders.get(key)
    if (known !== undefined) return known
    const number = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, number)
    const placeholder = `[${kind}_${number}]`
    this.#values.set(placeholder, value)
    this.#placeholders.set(key, placeholder)
    return placeholder
  }

  #outsidePlaceholders(text: string, change: (part: string) => string): string {
    let done = ''
    let from = 0
    for (const { 0: placeholder, index } of text.matchAll(PLACEHOLDER)) {
      done += change(text.slice(from, index)) + placeholder
      from = index + placeholder.length
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
      done += text.slice(from, index) + this.#placeholder('NOME', text.slice(index, index + found.length))
      from = index + found.length
    }
    return done + text.slice(from)
  }
}

const MIN_NAME = 3
