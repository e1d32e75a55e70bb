/**
 * The worker thread that reads one uploaded file. A spreadsheet of 50,000 lines takes seconds, in which the server's own
 * thread must answer, and a hostile one may take all of the memory that this thread has.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { renewalMappingSchema } from '../../src/domain/renewals/columns.ts'
import { readRenewalTable } from '../../src/domain/renewals/read-file.ts'
import { readLines } from '../../src/domain/renewals/rows.ts'
import type { Decode } from '../../src/domain/spreadsheet/decode.ts'
import { UnreadableFile } from '../../src/domain/spreadsheet/unreadable-file.ts'
import type { FromReader } from './read-upload.ts'

const { bytes, sheet, mapping, nowMs } = z
  .object({
    bytes: z.instanceof(Uint8Array),
    sheet: z.string().nullable(),
    mapping: renewalMappingSchema,
    nowMs: z.number(),
  })
  .parse(workerData)
const port = parentPort
if (port === null) throw new Error('read-thread runs in a worker thread only')

const decode: Decode = (text, encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(text)
  } catch {
    return null
  }
}

async function read(): Promise<FromReader> {
  try {
    return {
      kind: 'lines',
      lines: readLines(await readRenewalTable({ bytes, decode, sheet }), mapping, nowMs),
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message }
    throw error
  }
}

port.postMessage(await read())
