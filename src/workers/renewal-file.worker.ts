/** Reads a file of expiring policies away from the screen, which stays free meanwhile. */
import { expose } from 'comlink'
import { suggestedMapping } from '../domain/renewals/columns.ts'
import { readLines } from '../domain/renewals/rows.ts'
import { type Decode, type RenewalTable, readTable, UnreadableFile } from '../domain/renewals/table.ts'
import type { RenewalFileApi } from './renewal-file-bridge.ts'

const decode: Decode = (bytes, encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

let table: RenewalTable | null = null

const api: RenewalFileApi = {
  open: async (file) => {
    try {
      table = await readTable(new Uint8Array(await file.arrayBuffer()), decode)
      return { kind: 'open', headers: [...table.headers], mapping: suggestedMapping(table.headers) }
    } catch (error) {
      if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message }
      throw error
    }
  },
  preview: async (mapping, nowMs) => readLines(table ?? { lines: [] }, mapping, nowMs),
}

expose(api)
