/**
 * Finds where a text mentions a person: by name, document, phone or mail, in the notations that Brazilians write.
 * docs/rules.md#mentions. Pure.
 */
import { foldLetters } from '../text/fold.ts'

/** What is known of a person. A name counts from two words on, because many people share a single one. */
export interface KnownPerson {
  readonly names: readonly string[]
  /** CPF, CNPJ, RG. */
  readonly documents: readonly string[]
  /** Digits with the area code. */
  readonly phones: readonly string[]
  readonly mails: readonly string[]
}

export interface Span {
  readonly from: number
  readonly to: number
}

export interface MentionFinder {
  /**
   * A pattern of PostgreSQL (`~*`) that every text with a mention fits. It also fits some texts without one, and JSON with
   * its escapes. null: nothing is known to look for.
   */
  readonly rough: string | null
  /** In order, without overlaps, as places of `text.normalize('NFC')`. */
  spansIn(text: string): Span[]
  /** The text with BLANKED in place of each mention. A text without one is returned as it is. */
  blanked(text: string): string
}

/** The text that replaces a mention. */
export const BLANKED = '[apagado]'

const flatWords = (text: string): string[] => foldLetters(text.normalize('NFC')).split(/\s+/).filter(Boolean)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Between the words of a name. They are often left out, or written differently. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'de', 'do', 'das', 'dos', 'e'])
const PARTICLE = '(?:(?:d[aeo]s?|e)\\s+)?'

/** Three characters at most between the digits of a number, such as ' - '. */
const GAP = '[\\s./–-]{0,3}'

const digitsOf = (text: string) => text.replace(/\D/g, '')
const spaced = (characters: string) => Array.from(characters).map(escaped).join(GAP)

const nameWords = (name: string): string[] => flatWords(name).filter((word) => !PARTICLES.has(word))

function namePattern(name: string): string[] {
  const words = nameWords(name)
  if (words.length < 2) return []
  return [`(?<![\\p{L}\\d])${words.map(escaped).join(`\\s+${PARTICLE}`)}(?![\\p{L}\\d])`]
}

/** A shorter number may be anything. */
const SHORTEST_DOCUMENT = 6

const cleanDocument = (text: string) => foldLetters(text).replace(/[^a-z\d]/g, '')

function documentPattern(document: string): string[] {
  const clean = cleanDocument(document)
  if (clean.length < SHORTEST_DOCUMENT) return []
  const neighbour = /^\d+$/.test(clean) ? '\\d' : '[a-z\\d]'
  return [`(?<!${neighbour})${spaced(clean)}(?!${neighbour})`]
}

/** The eight digits that a number has in every notation, older ones without the mobiles' 9 included. */
const LOCAL = 8

/**
 * With its area code, after '+55', '0' or the code of a carrier; and without it. Then a number after another area code is
 * another one.
 */
function phonePattern(phone: string): string[] {
  const digits = digitsOf(phone)
  if (digits.length !== 10 && digits.length !== 11) return []
  const code = spaced(digits.slice(0, 2))
  const local = spaced(digits.slice(-LOCAL))
  const isMobile = digits.length === 11
  const nine = isMobile ? `(?:9${GAP})?` : ''
  const country = `(?:(?:\\+|00)?55${GAP})?`
  const trunk = `(?:0(?:xx|${GAP}\\d{2})?${GAP})?`
  const alone = isMobile ? `9${GAP}${local}` : local
  return [
    `(?<!\\d)${country}(?:\\(${trunk}${code}\\)|${trunk}${code})${GAP}${nine}${local}(?!\\d)`,
    `(?<!\\d)(?<!(?!${code})\\d{2}[)\\s.-]{1,3})${alone}(?!\\d)`,
  ]
}

const mailPattern = (mail: string): string[] =>
  mail.includes('@') ? [`(?<![\\p{L}\\d._%+-])${escaped(foldLetters(mail.trim()))}(?![\\p{L}\\d-])`] : []

/** The ways to write a letter: with an accent, and in JSON after an escaped line break. */
const VARIANTS: Readonly<Record<string, string>> = {
  a: 'aáàâãäåÁÀÂÃÄÅ',
  "'": "'‘’‚‛′`´",
  c: 'cçÇ',
  e: 'eéèêëẽÉÈÊËẼ',
  i: 'iíìîïÍÌÎÏ',
  n: 'nñÑ',
  o: 'oóòôõöÓÒÔÕÖ',
  u: 'uúùûüÚÙÛÜ',
  y: 'yýÿÝ',
}
const COMBINING = '[\u0300-\u036f]*'
const roughLetter = (letter: string) => {
  const variants = VARIANTS[letter]
  return variants === undefined ? escaped(letter) : `[${variants}]${COMBINING}`
}
const roughWord = (word: string) => Array.from(word).map(roughLetter).join('')
const ROUGH_BREAK = '(\\s|\u00a0|\\\\[nrt])+'
const roughName = (name: string): string[] => {
  const words = nameWords(name)
  return words.length < 2 ? [] : [words.map(roughWord).join(`${ROUGH_BREAK}((d[aeo]s?|e)${ROUGH_BREAK})?`)]
}
const roughNumber = (characters: string) =>
  Array.from(characters).map(escaped).join('([\\s.()/–-]|\u00a0|\\\\[nrt])*')

function roughOf({ names, documents, phones, mails }: KnownPerson): string | null {
  const parts = [
    ...names.flatMap(roughName),
    ...documents
      .map(cleanDocument)
      .filter(({ length }) => length >= SHORTEST_DOCUMENT)
      .map(roughNumber),
    ...phones
      .map(digitsOf)
      .filter(({ length }) => length === 10 || length === 11)
      .map((digits) => roughNumber(digits.slice(-LOCAL))),
    ...mails.filter((mail) => mail.includes('@')).map((mail) => escaped(mail.trim())),
  ]
  return parts.length === 0 ? null : [...new Set(parts)].join('|')
}

/** Joins spans that touch or overlap. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last !== undefined && span.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else result.push(span)
  }
  return result
}

/** Returns the finder for what is known of a person. */
export function mentionFinder(known: KnownPerson): MentionFinder {
  const patterns = [
    ...known.names.flatMap(namePattern),
    ...known.documents.flatMap(documentPattern),
    ...known.phones.flatMap(phonePattern),
    ...known.mails.flatMap(mailPattern),
  ].map((source) => new RegExp(source, 'gu'))
  const spansIn = (text: string): Span[] => {
    const folded = foldLetters(text.normalize('NFC'))
    return joined(
      patterns.flatMap((pattern) =>
        [...folded.matchAll(pattern)].map(({ 0: match, index }) => ({
          from: index,
          to: index + match.length,
        })),
      ),
    )
  }
  return {
    rough: roughOf(known),
    spansIn,
    blanked: (text) => {
      const spans = spansIn(text)
      if (spans.length === 0) return text
      const plain = text.normalize('NFC')
      let done = ''
      let end = 0
      for (const { from, to } of spans) {
        done += plain.slice(end, from) + BLANKED
        end = to
      }
      return done + plain.slice(end)
    },
  }
}

/** Characters around a match that a person reads to decide. */
const AROUND = 60

export interface Excerpt {
  readonly before: string
  readonly match: string
  readonly after: string
}

/** The first mention in a text with the text around it. null: there is none. */
export function excerptOf(text: string, finder: MentionFinder): Excerpt | null {
  const [span] = finder.spansIn(text)
  if (span === undefined) return null
  const plain = text.normalize('NFC')
  const from = Math.max(0, span.from - AROUND)
  const to = Math.min(plain.length, span.to + AROUND)
  return {
    before: `${from > 0 ? '…' : ''}${plain.slice(from, span.from)}`,
    match: plain.slice(span.from, span.to),
    after: `${plain.slice(span.to, to)}${to < plain.length ? '…' : ''}`,
  }
}
