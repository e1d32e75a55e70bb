/**
 * The worker thread that reads one uploaded file. A spreadsheet of 50,000 lines takes seconds, in which the server's own
 * thread must answer, and a hostile one may take all of the memory that this thread has.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readList, readListTable } from '../../src/domain/imports/read-list.ts'
import type { JudgedColumn } from '../../src/domain/spreadsheet/day-order.ts'
import { decodeWith } from '../../src/domain/spreadsheet/decoder.ts'
import { ACCENTS_OPEN } from '../../src/domain/spreadsheet/letters.ts'
import { undecidedWords } from '../../src/domain/spreadsheet/shown-days.ts'
import type { Table } from '../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import { packed } from './line-packer.ts'
import type { FromReader, Upload } from './read-upload.ts'

const upload: Upload = workerData
const port = parentPort
if (port === null) throw new Error('read-thread runs in a worker thread only')

const decode = decodeWith(TextDecoder)

/** A question of the preview that was not answered: nothing is guessed. Throws UnreadableFile. */
function answered(table: Table): Table {
  if (table.areAccentsAsked) throw new UnreadableFile(ACCENTS_OPEN)
  return table
}

/** The packed lines, or the question about their days that the caller has not answered. */
async function read(): Promise<FromReader> {
  try {
    const table = answered(await readListTable({ ...upload, decode }))
    let days: readonly JudgedColumn[] = []
    const lines = packed((sink) => {
      const here = readList(table, { ...upload, sink })
      days = here.days
      return here.lines
    })
    const message = undecidedWords(days, table.headers)
    return message === null ? lines : { kind: 'undecided', message }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message }
    throw error
  }
}

const answer = await read()
const buffers =
  answer.kind === 'read' ? [...answer.good.pieces, ...answer.refused.pieces].map(({ buffer }) => buffer) : []
port.postMessage(
  answer,
  buffers.flatMap((buffer) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
)
