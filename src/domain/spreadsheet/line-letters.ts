/** Which texts the bytes of one line may be, and how much each looks like Portuguese. docs/rules.md#letters-of-a-file */
import { latinText } from './byte-lines.ts'
import { CODE_PAGES, type CodePage, pageText } from './code-pages.ts'
import type { Decode } from './decoder.ts'
import { mendedText } from './mended-text.ts'
import { likeness } from './portuguese.ts'

export interface Reading {
  readonly as: CodePage | 'utf-8'
  readonly text: string
  readonly score: number
  /** One of its words looks better in another encoding. */
  readonly isDisputed: boolean
}

/** By so much the best text must be better than the next. */
export const SURE = 1.75

/** A word below this is none: 'JosÚ', 'Jos‚'. */
const WORST = -1.4
/** That bytes are UTF-8 by chance is rare. */
const BY_CHANCE = 3

/** null for a text with a word that is none. */
function scoreOf(words: readonly string[], more: number): number | null {
  let sum = 0
  for (const word of words) {
    const score = likeness(word)
    if (score < WORST) return null
    sum += score + more
  }
  return sum
}

// oxlint-disable-next-line no-control-regex
const WORD_WITH_SIGN = /[A-Za-z]*[^\u0000-\u007f][A-Za-z\u0080-\uffff]*/gu
// oxlint-disable-next-line no-control-regex
const BYTES_OF_WORD = /[A-Za-z]*[\u0080-\u00ff][A-Za-z\u0080-\u00ff]*/gu

interface ReadWord {
  readonly text: string
  readonly score: number | null
}

interface InPage extends ReadWord {
  readonly isDisputed: boolean
}

const bestOther = (readings: readonly ReadWord[], { text }: ReadWord) =>
  Math.max(
    ...readings.map((other) =>
      other.text === text ? Number.NEGATIVE_INFINITY : (other.score ?? Number.NEGATIVE_INFINITY),
    ),
  )

const MOST_KNOWN = 20_000

/** Reads the words of a file: the same come again and again. */
export class WordReader {
  readonly #known = new Map<string, readonly ReadWord[]>()

  /** The word in each encoding, in the order of `CODE_PAGES`. */
  #readingsOf(bytes: string): readonly ReadWord[] {
    const known = this.#known.get(bytes)
    if (known !== undefined) return known
    const readings = CODE_PAGES.map((page) => {
      const text = mendedText(pageText(bytes, page))
      return { text, score: scoreOf(text.match(WORD_WITH_SIGN) ?? [], 0) }
    })
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(bytes, readings)
    return readings
  }

  #inPage(latin: string, page: CodePage): InPage {
    const place = CODE_PAGES.indexOf(page)
    let score: number | null = 0
    let isDisputed = false
    const text = latin.replaceAll(BYTES_OF_WORD, (bytes) => {
      const readings = this.#readingsOf(bytes)
      const word = readings[place]
      if (word === undefined || word.score === null) {
        score = null
        return word?.text ?? ''
      }
      const rival = bestOther(readings, word)
      // The word is of another encoding, whatever the rest of the line is in.
      score = score === null || rival - word.score >= SURE ? null : score + word.score
      isDisputed ||= rival > word.score
      return word.text
    })
    return { text, score, isDisputed }
  }

  /** The plausible texts of a line, the best first; and the text where none is. */
  readings(
    bytes: Uint8Array,
    decode: Decode,
  ): { readonly plausible: readonly Reading[]; readonly text: string } {
    const unicode = decode(bytes, 'utf-8')
    if (unicode !== null) {
      const text = mendedText(unicode)
      const words = text.match(WORD_WITH_SIGN) ?? []
      const score = text.includes('\ufffd') ? null : scoreOf(words, BY_CHANCE)
      if (score !== null) return { plausible: [{ as: 'utf-8', text, score, isDisputed: false }], text }
      // Letters were lost, or the text is of other letters than ours.
      return {
        plausible: text.includes('\ufffd') ? [] : [{ as: 'utf-8', text, score: 0, isDisputed: false }],
        text,
      }
    }
    const latin = latinText(bytes)
    const read = CODE_PAGES.map((page) => ({ as: page, ...this.#inPage(latin, page) }))
    const plausible = read.flatMap(({ as, text, score, isDisputed }) =>
      score === null ? [] : [{ as, text: mendedText(text), score, isDisputed }],
    )
    return {
      plausible: plausible.toSorted((one, other) => other.score - one.score),
      text: read[0]?.text ?? '',
    }
  }
}
