/**
 * The register of one month's proposals as a signed file: the cells as 'Livro de propostas' shows them, in the order of sending.
 * docs/rules.md#proposal-book
 */
import { z } from 'zod'
import { fileIn, type Sha256, signatureSchema } from '../signed/signature.ts'
import { monthsBefore } from '../time/calendar-months.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'

export const BOOK_FORMAT = 'farol-livro-de-propostas'
const VERSION = 1

/** YYYY-MM */
export const bookMonthSchema = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Escreva o mês assim: 2026-11.')

const bookRowSchema = z.strictObject({
  /** In the order of the columns. */
  cells: z.array(z.string()),
  /** Of these cells and the hash of the row before: it names the row that was changed. */
  hash: z.string(),
})

/** What the signature covers. */
const bookBodySchema = z.strictObject({
  format: z.literal(BOOK_FORMAT),
  version: z.literal(VERSION),
  /** '': it has no name in the settings. */
  brokerage: z.string(),
  month: bookMonthSchema,
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  made_by: z.strictObject({ id: z.number().int(), name: z.string() }),
  /** The report's columns as they were. */
  columns: z.array(z.strictObject({ key: z.string(), label: z.string() })),
  /** As the terms say. */
  count: z.number().int(),
  rows: z.array(bookRowSchema),
})
export type BookBody = z.infer<typeof bookBodySchema>

const bookSchema = bookBodySchema.extend({
  /** null: somebody took it away. Farol makes none without. */
  signature: signatureSchema.nullable(),
})
export type Book = z.infer<typeof bookSchema>

/** What is signed: the body in the order of its schema, however the file was written. */
export const bookSignedText = (book: BookBody): string => JSON.stringify(bookBodySchema.strip().parse(book))

/** null: the text is no book that this version reads. */
export const bookIn = (text: string): Book | null => fileIn(bookSchema, text)

export const bookName = (month: string): string => `livro_de_propostas_${month}`

export const monthAt = (nowMs: number): string => saoPauloDay(nowMs).slice(0, 7)
/** The month whose book is made where none is chosen: the last one that is over. */
export const lastMonthAt = (nowMs: number): string => monthsBefore(monthAt(nowMs), 1)

/** The hash before the first row. */
export const bookOrigin = (sha: Sha256, month: string) => sha(JSON.stringify([BOOK_FORMAT, month]))
export const bookRowHash = (sha: Sha256, before: string, cells: readonly string[]) =>
  sha(JSON.stringify([before, ...cells]))
