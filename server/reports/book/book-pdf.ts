/** A book of proposals on paper, between its terms. docs/rules.md#proposal-book */
import { setImmediate } from 'node:timers/promises'
import { type Book, bookName } from '../../../src/domain/proposal-book/book.ts'
import {
  type BookLine,
  bookLines,
  bookTitle,
  closingTerm,
  madeLine,
  openingTerm,
} from '../../../src/domain/proposal-book/book-words.ts'
import { PALE, type Sheet } from '../../paper/sheet.ts'
import { type Fonts, signedPaper } from '../../paper/signed-paper.ts'

function writeTerm(sheet: Sheet, { title, text }: { title: string; text: string }, fonts: Fonts): void {
  sheet.keepTogether(84)
  sheet.write(title, { font: fonts.heavy, size: 12 })
  sheet.space(2)
  sheet.write(text, { font: fonts.plain, size: 10 })
  sheet.space(16)
}

function writeProposal(sheet: Sheet, { place, title, parts }: BookLine, { plain, heavy }: Fonts): void {
  sheet.keepTogether(64)
  sheet.write(`${place}. ${title}`, { font: heavy, size: 10.5 })
  sheet.write(parts.map(({ label, text }) => `${label}: ${text}`).join(' · '), {
    font: plain,
    size: 9.5,
    indent: 12,
  })
  sheet.space(8)
}

/** Other requests are answered in between. */
const AT_ONCE = 25

async function writeBook(sheet: Sheet, book: Book, fonts: Fonts): Promise<void> {
  const made = [book.brokerage, madeLine(book)].filter((word) => word !== '').join(' · ')
  sheet.write(made, { font: fonts.plain, size: 10, color: PALE })
  sheet.space(16)
  writeTerm(sheet, { title: 'Termo de abertura', text: openingTerm(book) }, fonts)
  for (const line of bookLines(book)) {
    writeProposal(sheet, line, fonts)
    if (line.place % AT_ONCE === 0) await setImmediate()
  }
  sheet.space(8)
  writeTerm(sheet, { title: 'Termo de encerramento', text: closingTerm(book) }, fonts)
}

interface Printed {
  /** The address of the page that checks it. */
  readonly checkAt: string
  /** The hash of all that is signed. */
  readonly code: string
}

export const bookPdf = (book: Book, { checkAt, code }: Printed): Promise<Uint8Array> =>
  signedPaper({
    title: bookTitle(book),
    madeAt: book.made_at,
    write: (sheet, fonts) => writeBook(sheet, book, fonts),
    foot: { name: bookTitle(book), checkAt, fragment: '', proof: `Código: ${code}` },
    attached: { name: bookName(book.month), value: book },
  })
