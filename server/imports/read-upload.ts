/** Reads an uploaded file in a thread of its own: one of expiring policies, or any list. */
import { Worker } from 'node:worker_threads'
import type { ImportList, ImportMapping } from '../../src/domain/imports/lists.ts'
import type { ImportDefaults, ImportNames } from '../../src/domain/imports/names.ts'
import type { ReadList } from '../../src/domain/imports/read-list.ts'
import type { RenewalMapping } from '../../src/domain/renewals/columns.ts'
import type { ReadLines } from '../../src/domain/renewals/rows.ts'
import { MOST_UNPACKED } from '../../src/domain/spreadsheet/bounded-zip.ts'
import type { ChosenOrders } from '../../src/domain/spreadsheet/day-order.ts'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import { codeOf } from '../db/transient.ts'

type Answer =
  | { readonly kind: 'renewals'; readonly lines: ReadLines }
  | { readonly kind: 'list'; readonly read: ReadList }
export type FromReader =
  | Answer
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'undecided'; readonly message: string }

/** The days of a column contradict each other, and the caller does not say what comes first. */
export class UndecidedDays extends Error {}

const MB = 1024 * 1024
/** Of the thread: heap and buffers. A file of 100,000 lines needs two thirds. */
const MOST_MEMORY_MB = 1024
/** Node limits the heap alone. The buffers have limits of their own: the file, its copy, and what it unpacks to. */
const BUFFERS_MB = (2 * LARGEST_FILE + MOST_UNPACKED) / MB
const LONGEST_MS = 120_000
const TOO_MUCH = 'O arquivo não pôde ser lido: ele é complexo demais. Salve-o como CSV e tente de novo.'

interface File {
  readonly bytes: Uint8Array
  /** The name of the sheet; null for the one that looks most like what is read. */
  readonly sheet: string | null
  readonly orders: ChosenOrders
  readonly nowMs: number
}

interface RenewalUpload extends File {
  readonly mapping: RenewalMapping
}

interface ListUpload extends File {
  readonly list: ImportList
  readonly mapping: ImportMapping
  readonly names: ImportNames
  readonly defaults: ImportDefaults
}

export type Upload =
  | (RenewalUpload & { readonly kind: 'renewals' })
  | (ListUpload & { readonly kind: 'list' })

/** Throws UnreadableFile, UndecidedDays. */
async function inThread(upload: Upload): Promise<Answer> {
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: upload,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB - BUFFERS_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), LONGEST_MS)
  try {
    const answer = await new Promise<FromReader>((resolve, reject) => {
      worker.once('message', (message: FromReader) => resolve(message))
      worker.once('error', (error) =>
        reject(codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFile(TOO_MUCH) : error),
      )
      worker.once('exit', () => reject(new UnreadableFile(TOO_MUCH)))
    })
    if (answer.kind === 'undecided') throw new UndecidedDays(answer.message)
    if (answer.kind === 'unreadable') throw new UnreadableFile(answer.message)
    return answer
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Throws UnreadableFile, UndecidedDays. */
export async function readUpload(upload: RenewalUpload): Promise<ReadLines> {
  const answer = await inThread({ ...upload, kind: 'renewals' })
  if (answer.kind !== 'renewals') throw new Error('the thread read a list')
  return answer.lines
}

/** Throws UnreadableFile, UndecidedDays. */
export async function readListUpload(upload: ListUpload): Promise<ReadList> {
  const answer = await inThread({ ...upload, kind: 'list' })
  if (answer.kind !== 'list') throw new Error('the thread read renewals')
  return answer.read
}
