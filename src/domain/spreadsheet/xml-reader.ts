/** Reads XML piece by piece: a part of a workbook is never in memory as a whole. docs/rules.md#bounds-of-a-file */

export class BrokenXml extends Error {}
/** A text between two tags is longer than any cell. */
export class TooLongText extends Error {}

export interface XmlEvents {
  /** A tag without its prefix, and its attributes as they are written. */
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** What may be between two tags, as it is written. */
const LONGEST = 256 * 1024

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const LAST_CODE = 0x10_ff_ff

function referenced(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED.get(name) ?? whole
  const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code >= 0 && code <= LAST_CODE ? String.fromCodePoint(code) : whole
}

const plainText = (text: string) =>
  text.includes('&') ? text.replaceAll(/&(#x[\da-f]+|#\d+|[a-z]+);/giu, referenced) : text

const patterns = new Map<string, RegExp>()

/** An attribute of an opening tag; null where it has none. */
export function attributeOf(attributes: string, name: string): string | null {
  const pattern =
    patterns.get(name) ?? new RegExp(String.raw`(?:^|\s|:)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'u')
  patterns.set(name, pattern)
  const found = pattern.exec(attributes)
  return found === null ? null : plainText(found[1] ?? found[2] ?? '')
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Behind the tag that begins here; -1 where it does not end in this text. */
function endOfTag(text: string, at: number): number {
  const end = text.indexOf('>', at)
  const tag = text.slice(at, end)
  if (end < 0 || !tag.includes('"')) return end
  // A value in quotation marks may have the sign.
  let quote = ''
  for (let place = at; place < text.length; place++) {
    const sign = text[place] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return place
  }
  return -1
}

export class XmlReader {
  readonly #events: XmlEvents
  #rest = ''
  #depth = 0

  constructor(events: XmlEvents) {
    this.#events = events
  }

  /** Throws BrokenXml, TooLongText. */
  push(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    for (;;) {
      const next = this.#step(text, at)
      if (next === at) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > LONGEST) throw new TooLongText()
  }

  /** Throws BrokenXml for a text that was cut. */
  end(): void {
    if (this.#depth !== 0 || this.#rest.trim() !== '') throw new BrokenXml()
  }

  /** Reads a text or a tag. Returns where it ends, or the same place where it is not whole yet. */
  #step(text: string, at: number): number {
    const tag = text.indexOf('<', at)
    if (tag < 0) return at
    if (tag > at) {
      if (tag - at > LONGEST) throw new TooLongText()
      this.#events.text(plainText(text.slice(at, tag)))
      return tag
    }
    const next = text[at + 1]
    if (next === undefined) return at
    if (next === '!') return this.#declaration(text, at)
    if (next === '?') return behind(text, '?>', at)
    const end = endOfTag(text, at)
    if (end < 0) return at
    if (next === '/') this.#close(text.slice(at + 2, end).trim())
    else this.#open(text.slice(at + 1, end))
    return end + 1
  }

  #declaration(text: string, at: number): number {
    if (text.length - at < 9) return at
    if (text.startsWith('<!--', at)) return behind(text, '-->', at)
    // No workbook has a document type, and its entities are a known attack.
    if (!text.startsWith('<![CDATA[', at)) throw new BrokenXml()
    const end = text.indexOf(']]>', at)
    if (end < 0) return at
    this.#events.text(text.slice(at + 9, end))
    return end + 3
  }

  #open(tag: string): void {
    const isEmpty = tag.endsWith('/')
    const body = isEmpty ? tag.slice(0, -1) : tag
    const blank = body.search(/\s/u)
    const name = localName(blank < 0 ? body : body.slice(0, blank))
    this.#depth++
    this.#events.open(name, blank < 0 ? '' : body.slice(blank))
    if (isEmpty) this.#close(name)
  }

  #close(name: string): void {
    this.#depth--
    if (this.#depth < 0) throw new BrokenXml()
    this.#events.close(localName(name))
  }
}

function behind(text: string, delimiter: string, at: number): number {
  const end = text.indexOf(delimiter, at)
  return end < 0 ? at : end + delimiter.length
}
