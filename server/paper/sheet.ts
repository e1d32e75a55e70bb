/** Sheets of A4 with running text, whose characters can be selected. */
import { type PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'

/** A4, in points. */
export const WIDTH = 595.28
const HEIGHT = 841.89
export const MARGIN = 48
/** What each sheet leaves free below. */
export const FOOT = 116
const INK = rgb(0.1, 0.12, 0.16)
export const PALE = rgb(0.38, 0.42, 0.48)

/** The characters that the standard fonts have: Windows-1252. Others are shown as '?'; the attached JSON has them as they are. */
const FURTHER = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const UNWRITABLE = new RegExp(`[^ -~\\u00a0-\\u00ff${FURTHER}]`, 'gu')
export const writable = (text: string) =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(UNWRITABLE, '?')

interface Look {
  readonly size?: number
  readonly font: PDFFont
  readonly color?: ReturnType<typeof rgb>
  readonly indent?: number
}

/** The words in lines of this width. A word that is longer is cut. */
function wrapped(text: string, { font, size = 10 }: Look, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (words: string) => font.widthOfTextAtSize(words, size) <= width
  for (const word of writable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      let end = line.length - 1
      while (end > 1 && !fits(line.slice(0, end))) end -= 1
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return [...lines, line]
}

/** Text from the top down, on as many sheets as it needs. */
export class Sheet {
  readonly #file: PDFDocument
  #page: PDFPage
  #y = HEIGHT - MARGIN

  constructor(file: PDFDocument) {
    this.#file = file
    this.#page = file.addPage([WIDTH, HEIGHT])
  }

  /** Goes on below, on the next page where this one is full. */
  write(text: string, look: Look): void {
    const { size = 10, font, color = INK, indent = 0 } = look
    for (const line of wrapped(text, look, WIDTH - 2 * MARGIN - indent)) {
      this.#room(size * 1.4)
      this.#y -= size * 1.4
      this.#page.drawText(line, { x: MARGIN + indent, y: this.#y, size, font, color })
    }
  }

  space(points: number): void {
    this.#y -= points
  }

  /** Begins a page where less room is left. */
  #room(points: number): void {
    if (this.#y - points > FOOT) return
    this.#page = this.#file.addPage([WIDTH, HEIGHT])
    this.#y = HEIGHT - MARGIN
  }

  keepTogether(points: number): void {
    this.#room(points)
  }
}
