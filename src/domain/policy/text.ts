/** The text of a page as a person sees it: pieces with places become lines of cells. docs/rules.md#policy-reading */

/** A piece of text on a page. `y` is its baseline and grows downwards. */
export interface TextItem {
  readonly text: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Distinguishes the fonts of a document: a label is often bold. */
  readonly font: string
}

/** Text without a gap. */
export interface Cell {
  readonly text: string
  /** `text` in small letters without accents, of the same length. */
  readonly plain: string
  readonly page: number
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly height: number
  /** The places in `text` where another font begins. */
  readonly breaks: readonly number[]
}

export type Line = readonly Cell[]

const DIACRITICS = /\p{Diacritic}/gu

/** Returns the text in small letters without accents. Each character stays at its place. */
export const plainText = (text: string): string =>
  Array.from(text.normalize('NFC'))
    .map((letter) => {
      const plain = letter.normalize('NFD').replace(DIACRITICS, '').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')

/** Baselines of one line differ by less than this part of the letters' height. */
const SAME_LINE = 0.45
/** A gap of this part of the height is a blank. */
const BLANK = 0.15
/** From here on a gap divides cells. A blank between two words is about 0.3. */
const DIVIDES = 0.95

function cellOf(items: readonly TextItem[]): Cell {
  const [first] = items
  if (first === undefined) throw new Error('a cell without text')
  let text = ''
  let end = first.x
  let font = first.font
  const breaks: number[] = []
  for (const item of items) {
    const spaced = text !== '' && item.x - end > BLANK * item.height && !text.endsWith(' ')
    if (spaced) text += ' '
    if (item.font !== font) breaks.push(text.length)
    text += item.text.replaceAll(/\s+/gu, ' ')
    end = item.x + item.width
    font = item.font
  }
  const led = text.length - text.trimStart().length
  const whole = text.normalize('NFC').trim()
  return {
    text: whole,
    plain: plainText(whole),
    page: first.page,
    x0: first.x,
    x1: end,
    y: first.y,
    height: Math.max(...items.map(({ height }) => height)),
    breaks: breaks.map((place) => place - led),
  }
}

function cellsOf(items: readonly TextItem[]): Line {
  const groups: TextItem[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((one, other) => one.x - other.x)) {
    const last = groups.at(-1)
    if (last === undefined || item.x - end > DIVIDES * item.height) groups.push([item])
    else last.push(item)
    end = Math.max(end, item.x + item.width)
  }
  return groups.map(cellOf)
}

/** Returns the lines from top to bottom, page by page. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const written = items.filter(({ text }) => text.trim() !== '')
  const ordered = written.toSorted((one, other) => one.page - other.page || one.y - other.y)
  const groups: TextItem[][] = []
  for (const item of ordered) {
    const last = groups.at(-1)
    const first = last?.[0]
    const joins =
      first !== undefined &&
      first.page === item.page &&
      item.y - first.y <= SAME_LINE * Math.min(first.height, item.height)
    if (joins) last?.push(item)
    else groups.push([item])
  }
  return groups.map(cellsOf)
}
