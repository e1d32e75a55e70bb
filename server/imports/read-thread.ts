/**
 * The worker thread that reads one uploaded file. A spreadsheet of 50,000 lines takes seconds, in which the server's own
 * thread must answer, and a hostile one may take all of the memory that this thread has.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { RefusedLine } from '../../src/domain/imports/line-cells.ts'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import { readList, readListTable } from '../../src/domain/imports/read-list.ts'
import type { ImportRows } from '../../src/domain/imports/rows.ts'
import { readRenewalTable } from '../../src/domain/renewals/read-file.ts'
import {
  type RefusedLine as RefusedPolicy,
  type RenewalRow,
  readLines,
  withInsurer,
} from '../../src/domain/renewals/rows.ts'
import type { JudgedColumn } from '../../src/domain/spreadsheet/day-order.ts'
import { decodeWith } from '../../src/domain/spreadsheet/decoder.ts'
import type { LineSink } from '../../src/domain/spreadsheet/judged-lines.ts'
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

interface ReadHere {
  readonly blank: number
  readonly days: readonly JudgedColumn[]
}

/** The packed lines, or the question about their days that the caller has not answered. */
function decided<Row, Refused extends { readonly line: number; readonly reasons: readonly string[] }>(
  { headers }: Table,
  read: (sink: LineSink<Row, Refused>) => ReadHere,
): FromReader {
  let days: readonly JudgedColumn[] = []
  const lines = packed<Row, Refused>((sink) => {
    const here = read(sink)
    days = here.days
    return here
  })
  const message = undecidedWords(days, headers)
  return message === null ? lines : { kind: 'undecided', message }
}

async function read(): Promise<FromReader> {
  try {
    if (upload.kind === 'renewals') {
      const { mapping, insurer, orders, nowMs } = upload
      const table = answered(await readRenewalTable({ ...upload, decode }))
      return decided<RenewalRow, RefusedPolicy>(table, (sink) =>
        readLines(table, mapping, nowMs, { orders, sink: withInsurer(sink, insurer) }),
      )
    }
    const { list } = upload
    const table = answered(await readListTable({ ...upload, decode }))
    return decided<ImportRows[ImportList], RefusedLine>(table, (sink) => {
      const { lines, days } = readList(table, { ...upload, list, sink })
      return { blank: lines.blank, days }
    })
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
