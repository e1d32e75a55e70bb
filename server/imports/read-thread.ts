/**
 * The worker thread that reads one uploaded file. A spreadsheet of 50,000 lines takes seconds, in which the server's own
 * thread must answer, and a hostile one may take all of the memory that this thread has.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readList, readListTable } from '../../src/domain/imports/read-list.ts'
import { readRenewalTable } from '../../src/domain/renewals/read-file.ts'
import { readLines, withInsurer } from '../../src/domain/renewals/rows.ts'
import type { Decode } from '../../src/domain/spreadsheet/decode.ts'
import { ACCENTS_OPEN } from '../../src/domain/spreadsheet/letters.ts'
import type { Table } from '../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import { packed } from './line-packer.ts'
import type { FromReader, Upload } from './read-upload.ts'

const upload: Upload = workerData
const port = parentPort
if (port === null) throw new Error('read-thread runs in a worker thread only')

const decoders = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  'utf-16le': new TextDecoder('utf-16le', { fatal: true }),
  'utf-16be': new TextDecoder('utf-16be', { fatal: true }),
}
const decode: Decode = (text, encoding) => {
  try {
    return decoders[encoding].decode(text)
  } catch {
    return null
  }
}

/** A question of the preview that was not answered: nothing is guessed. Throws UnreadableFile. */
function answered(table: Table): Table {
  if (table.areAccentsAsked) throw new UnreadableFile(ACCENTS_OPEN)
  return table
}

async function read(): Promise<FromReader> {
  try {
    if (upload.kind === 'renewals') {
      const { mapping, insurer, nowMs } = upload
      const table = answered(await readRenewalTable({ ...upload, decode }))
      return packed((sink) => readLines(table, mapping, nowMs, withInsurer(sink, insurer)))
    }
    const { list } = upload
    const table = answered(await readListTable({ ...upload, decode }))
    return packed((sink) => readList(table, { ...upload, list, sink }).lines)
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
