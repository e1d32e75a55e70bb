/** Reads an uploaded file in a thread of its own. docs/rules.md#bounds-of-a-file */
import { Worker } from 'node:worker_threads'
import type { ImportMapping, ListKind } from '../../src/domain/imports/lists.ts'
import type { ImportDefaults, ImportNames } from '../../src/domain/imports/names.ts'
import type { CodePage } from '../../src/domain/spreadsheet/code-pages.ts'
import type { ChosenOrders } from '../../src/domain/spreadsheet/day-order.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import { codeOf } from '../db/transient.ts'
import type { ReadUpload } from './line-packer.ts'

export type FromReader =
  | ReadUpload
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'undecided'; readonly message: string }

/** The days of a column contradict each other, and the caller does not say what comes first. */
export class UndecidedDays extends Error {}

/** Of the thread's heap: what is read is in buffers, which have limits of their own. */
const MOST_HEAP_MB = 36
const YOUNG_HEAP_MB = 12
/** Of the processor, so that a busy machine refuses no file: docs/rules.md#bounds-of-a-file */
const MOST_PROCESSOR_MS = 30_000
const LOOK_MS = 500
const LONGEST_MS = 180_000
const TOO_MUCH =
  'O arquivo não pôde ser lido em 30 segundos e na memória que há para ele. Divida-o em dois, ou apague as colunas ' +
  'que não serão importadas, e tente de novo.'

export interface Upload {
  readonly bytes: Uint8Array
  readonly list: ListKind
  readonly mapping: ImportMapping
  /** The name of the sheet; null for the one that looks most like what is read. */
  readonly sheet: string | null
  /** How its letters are read where that is not sure; null where no one has said it. */
  readonly accents: CodePage | null
  readonly orders: ChosenOrders
  readonly nowMs: number
  /** A file of policies needs neither. */
  readonly names?: ImportNames
  readonly defaults?: ImportDefaults
  /** Of policies that have none. */
  readonly insurer?: string
}

/** Throws UnreadableFile, UndecidedDays. The bytes go to the thread, and are gone here. */
export async function readUpload(upload: Upload): Promise<ReadUpload> {
  const { bytes } = upload
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: upload,
    transferList: bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  const begun = performance.now()
  const look = async () => {
    // It rejects where the thread has ended meanwhile.
    const used = await worker.cpuUsage().catch(() => null)
    if (used === null) return
    const processorMs = (used.user + used.system) / 1000
    if (processorMs > MOST_PROCESSOR_MS || performance.now() - begun > LONGEST_MS) await worker.terminate()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
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
    clearInterval(timer)
    await worker.terminate()
  }
}
