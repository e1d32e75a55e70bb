/**
 * The lines of a text file with their letters. The encoding is guessed by what Portuguese words look like, line by line,
 * because files are put together from others. What is not sure is asked. docs/rules.md#letters-of-a-file
 */
import { type ByteLine, byteLines, latinText } from './byte-lines.ts'
import { CODE_PAGES, type CodePage } from './code-pages.ts'
import type { Decode } from './decoder.ts'
import { type Reading, SURE, WordReader } from './line-letters.ts'
import { mendedText } from './mended-text.ts'

export interface TextLine {
  /** Of the file, from 1. */
  readonly line: number
  readonly text: string
  /** Its break; '' where the file ends with it. */
  readonly end: string
  /** No encoding makes Portuguese of it. */
  readonly isUnreadable: boolean
}

/** One answer to the question 'Acentos'. */
export interface AccentsOption {
  readonly accents: CodePage
  /** Names of the lines in question, as they would be read. */
  readonly samples: readonly string[]
}

export interface Letters {
  readonly lines: () => Iterable<TextLine>
  /** Empty unless there is more than one possibility. */
  readonly options: readonly AccentsOption[]
  /** The question is open: no answer was given, and the other lines give none. */
  readonly isOpen: boolean
}

/** What the server says where the question was not answered. */
export const ACCENTS_OPEN =
  "Os acentos do arquivo podem ser lidos de mais de um jeito. Escolha em 'Acentos' como os nomes estão certos."

const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 60
/** Lines of which samples are taken. */
const SAMPLED = 200

/** A file that was put together may have a line of another encoding that reads well in the file's, too. */
const SURE_FOR_ONE_UNSURE = 4

const isSure = ([best, next]: readonly Reading[]): boolean =>
  best !== undefined &&
  !best.isDisputed &&
  (next === undefined || next.text === best.text || best.score - next.score >= SURE)

// oxlint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\u0000-\u007f]/u

function samplesOf(lines: readonly (readonly Reading[])[], page: CodePage): string[] {
  const cells = lines.flatMap((readings) =>
    (readings.find(({ as }) => as === page)?.text ?? '')
      .split(/[;,|\t"]/u)
      .filter((cell) => BEYOND_ASCII.test(cell)),
  )
  return [...new Set(cells.map((cell) => cell.trim().slice(0, LONGEST_SAMPLE)))].slice(0, MOST_SAMPLES)
}

/** Lines whose best text is of one encoding, but not sure. */
interface Unsure {
  readonly pages: Set<CodePage>
  count: number
  /** The first of them. */
  readonly lines: (readonly Reading[])[]
}

interface Doubts {
  /** How many lines are in an encoding for sure. */
  readonly sure: ReadonlyMap<string, number>
  readonly unsure: ReadonlyMap<string, Unsure>
}

interface TextFile {
  readonly bytes: Uint8Array
  /** Behind its byte order mark. */
  readonly begin: number
  readonly decode: Decode
  /** The answer to the question; null where none was given. */
  readonly chosen: CodePage | null
}

function doubtsOf({ bytes, begin, decode }: TextFile, words: WordReader): Doubts {
  const sure = new Map<string, number>()
  const isIn = (as: string) => void sure.set(as, (sure.get(as) ?? 0) + 1)
  const unsure = new Map<string, Unsure>()
  for (const { start, end, isAscii } of byteLines(bytes, begin)) {
    if (isAscii) continue
    const { plausible } = words.readings(bytes.subarray(start, end), decode)
    const [best] = plausible
    if (best === undefined) continue
    if (best.as === 'utf-8' || isSure(plausible)) {
      isIn(best.as)
      continue
    }
    const known = unsure.get(best.as) ?? { pages: new Set(), count: 0, lines: [] }
    unsure.set(best.as, known)
    known.count++
    for (const { as } of plausible) if (as !== 'utf-8') known.pages.add(as)
    if (known.lines.length < SAMPLED) known.lines.push(plausible)
  }
  return { sure, unsure }
}

/** Reads the lines twice: once for what the encoding is, then for the text. Throws UnreadableFile. */
export function lettersOf(file: TextFile): Letters {
  const { bytes, begin, decode, chosen } = file
  const words = new WordReader()
  const { sure, unsure } = doubtsOf(file, words)
  // Where many lines are in one encoding for sure, and none in another, the few that look best in it are in it, too.
  const isDecided = (as: string) =>
    sure.size === 1 && (sure.get(as) ?? 0) >= SURE_FOR_ONE_UNSURE * (unsure.get(as)?.count ?? 0)
  const open = [...unsure].flatMap(([as, lines]) => (isDecided(as) ? [] : lines))
  const sampled = open.flatMap(({ lines }) => lines)
  const options = CODE_PAGES.filter((page) => open.some(({ pages }) => pages.has(page))).map((accents) => ({
    accents,
    samples: samplesOf(sampled, accents),
  }))

  const read = ({
    start,
    end,
    isAscii,
  }: ByteLine): { readonly text: string; readonly isUnreadable: boolean } => {
    const line = bytes.subarray(start, end)
    if (isAscii) return { text: mendedText(latinText(line)), isUnreadable: false }
    const { plausible, text } = words.readings(line, decode)
    const [best] = plausible
    if (best === undefined) return { text, isUnreadable: true }
    if (isSure(plausible) || isDecided(best.as)) return { text: best.text, isUnreadable: false }
    // Its words are of several encodings, and none makes all of them.
    if (plausible.length < 2) return { text: best.text, isUnreadable: true }
    const right = plausible.find(({ as }) => as === chosen) ?? best
    return { text: right.text, isUnreadable: false }
  }
  return {
    options: options.length > 1 ? options : [],
    isOpen: options.length > 1 && !options.some(({ accents }) => accents === chosen),
    lines: function* () {
      for (const line of byteLines(bytes, begin))
        yield { line: line.line, end: latinText(bytes.subarray(line.end, line.next)), ...read(line) }
    },
  }
}

const BREAK = /\r\n|\r|\n/gu

/** The lines of a text that is decoded already. */
export function* linesOfText(text: string): Generator<TextLine> {
  let start = 0
  let line = 1
  for (const match of text.matchAll(BREAK)) {
    yield { line, text: mendedText(text.slice(start, match.index)), end: match[0], isUnreadable: false }
    start = match.index + match[0].length
    line++
  }
  if (start < text.length) yield { line, text: mendedText(text.slice(start)), end: '', isUnreadable: false }
}
