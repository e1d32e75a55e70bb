/**
 * The worker thread that reads one uploaded file. A spreadsheet of 50,000 lines takes seconds, in which the server's own
 * thread must answer, and a hostile one may take all of the memory that this thread has.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readList, readListTable } from '../../src/domain/imports/read-list.ts'
import { readRenewalTable } from '../../src/domain/renewals/read-file.ts'
import { readLines } from '../../src/domain/renewals/rows.ts'
import type { JudgedColumn } from '../../src/domain/spreadsheet/day-order.ts'
import type { Decode } from '../../src/domain/spreadsheet/decode.ts'
import { undecidedWords } from '../../src/domain/spreadsheet/shown-days.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import type { FromReader, Upload } from './read-upload.ts'

const upload: Upload = workerData
const port = parentPort
if (port === null) throw new Error('read-thread runs in a worker thread only')

const decode: Decode = (text, encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(text)
  } catch {
    return null
  }
}

function undecided(days: readonly JudgedColumn[], headers: readonly string[]): FromReader | null {
  const message = undecidedWords(days, headers)
  return message === null ? null : { kind: 'undecided', message }
}

async function read(): Promise<FromReader> {
  try {
    const { bytes, sheet, orders, nowMs } = upload
    if (upload.kind === 'renewals') {
      const table = await readRenewalTable({ bytes, decode, sheet })
      const lines = readLines(table, upload.mapping, nowMs, orders)
      return undecided(lines.days, table.headers) ?? { kind: 'renewals', lines }
    }
    const table = await readListTable({ bytes, decode, sheet, list: upload.list })
    const list = readList(table, upload)
    return undecided(list.days, table.headers) ?? { kind: 'list', read: list }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message }
    throw error
  }
}

port.postMessage(await read())
