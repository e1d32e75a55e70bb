/** Reads a file of expiring policies away from the screen, which stays free meanwhile. */
import { expose } from 'comlink'
import { doubtfulFields, suggestedMapping } from '../domain/renewals/columns.ts'
import { readRenewalTable } from '../domain/renewals/read-file.ts'
import { readLines } from '../domain/renewals/rows.ts'
import { fileWarnings } from '../domain/renewals/warnings.ts'
import type { Decode } from '../domain/spreadsheet/decode.ts'
import type { Table } from '../domain/spreadsheet/table.ts'
import { UnreadableFile } from '../domain/spreadsheet/unreadable-file.ts'
import type { RenewalFileApi } from './renewal-file-bridge.ts'

const decode: Decode = (bytes, encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

let table: Table | null = null

const api: RenewalFileApi = {
  open: async (file, sheet) => {
    try {
      table = await readRenewalTable({ bytes: new Uint8Array(await file.arrayBuffer()), decode, sheet })
      const { headers, sheets, hiddenRows } = table
      const mapping = suggestedMapping(headers)
      return {
        kind: 'open',
        headers: [...headers],
        mapping,
        doubtful: doubtfulFields(headers, mapping),
        sheet: table.sheet,
        sheets: [...sheets],
        hiddenRows,
      }
    } catch (error) {
      if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message }
      throw error
    }
  },
  preview: async (mapping, nowMs) => {
    const lines = readLines(table ?? { lines: [] }, mapping, nowMs)
    return { lines, warnings: fileWarnings(lines.good, nowMs) }
  },
}

expose(api)
