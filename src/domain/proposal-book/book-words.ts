/** A book of proposals in words: its terms and lines for the paper and the page without login, and what a check found. */
import { NO_VALUE } from '../reports/cell-text.ts'
import type { Verdict } from '../signed/signature.ts'
import { daysOfMonth, monthInWords } from '../time/calendar-months.ts'
import { formatDateTime, formatDay } from '../time/sao-paulo.ts'
import { type BookBody, monthAt } from './book.ts'
import type { BookProblem } from './check.ts'

/** What the signature is, and what it is not. */
export const OWN_SIGNATURE =
  'Assinado com a chave que a corretora tem no Farol. Não é uma assinatura ICP-Brasil.'

export const bookTitle = ({ month }: Pick<BookBody, 'month'>): string =>
  `Livro de propostas de ${monthInWords(month)}`

const proposals = (count: number) =>
  count === 0 ? 'nenhuma proposta' : count === 1 ? '1 proposta' : `${count} propostas`

export function openingTerm(book: BookBody): string {
  const { from, to } = daysOfMonth(book.month)
  const numbered =
    book.count === 0
      ? ''
      : book.count === 1
        ? ', com o número 1'
        : `, numeradas de 1 a ${book.count} na ordem em que foram encaminhadas`
  return (
    `Neste livro${book.brokerage === '' ? ' a corretora' : `, ${book.brokerage}`} registra as propostas que encaminhou às seguradoras em ${monthInWords(book.month)}, ` +
    `de ${formatDay(from)} a ${formatDay(to)}, conforme o art. 14 da Lei 4.594/1964: ${proposals(book.count)}${numbered}.`
  )
}

/** 'feito em … por …' */
export const madeLine = ({ made_at, made_by }: BookBody): string =>
  `feito em ${formatDateTime(made_at)} por ${made_by.name}`

export function closingTerm(book: BookBody): string {
  const isOpen = monthAt(Date.parse(book.made_at)) <= book.month
  return [
    `Aqui termina o livro de ${monthInWords(book.month)}, com ${proposals(book.count)}, ${madeLine(book)}.`,
    isOpen ? 'O mês não tinha terminado: faltam as propostas encaminhadas depois.' : '',
    OWN_SIGNATURE,
    'Isto não é orientação jurídica.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

export interface BookLine {
  /** From 1, in the order of sending. */
  readonly place: number
  /** The client. */
  readonly title: string
  /** Of the columns that have a value. */
  readonly parts: readonly { readonly label: string; readonly text: string }[]
}

const TITLE_KEY = 'client_name'

export function bookLines({ columns, rows }: Pick<BookBody, 'columns' | 'rows'>): BookLine[] {
  const titled = columns.findIndex(({ key }) => key === TITLE_KEY)
  return rows.map(({ cells }, at) => ({
    place: at + 1,
    title: cells[titled] ?? '',
    parts: cells.flatMap((text, column) =>
      column === titled || text === NO_VALUE || text === ''
        ? []
        : [{ label: columns[column]?.label ?? '', text }],
    ),
  }))
}

export const BOOK_VERDICTS: Readonly<Record<Verdict, { readonly title: string; readonly sentence: string }>> =
  {
    holds: {
      title: 'Assinado por esta corretora; nada foi mudado depois',
      sentence: OWN_SIGNATURE,
    },
    unproven: {
      title: 'Não se sabe quem assinou',
      sentence:
        'O livro está inteiro, mas nada prova que foi esta corretora que o assinou: qualquer pessoa pode fazer um arquivo assim.',
    },
    broken: { title: 'Não confere', sentence: 'O arquivo não é o livro que esta corretora assinou.' },
  }

export const problemWords = (problem: BookProblem, { count, rows }: BookBody): string =>
  problem.kind === 'row'
    ? `Proposta ${problem.place}: não é a que foi assinada, ou outra foi tirada, posta ou trocada antes dela.`
    : `O termo diz ${proposals(count)}, e o arquivo tem ${proposals(rows.length)}.`
