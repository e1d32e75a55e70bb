/** Reads a file away from the screen, which stays free meanwhile: expiring policies, or any list of another system. */
import { expose } from 'comlink'
import { doubtfulImportFields, type ImportList, suggestedImportMapping } from '../domain/imports/lists.ts'
import { NO_DEFAULTS, NO_NAMES } from '../domain/imports/names.ts'
import { listPreview, listRefusals } from '../domain/imports/preview.ts'
import { monthFirstHeaders, readList, readListTable } from '../domain/imports/read-list.ts'
import { doubtfulFields, renewalMappingSchema, suggestedMapping } from '../domain/renewals/columns.ts'
import { renewalPreview, renewalRefusals } from '../domain/renewals/preview.ts'
import { readRenewalTable } from '../domain/renewals/read-file.ts'
import { readLines } from '../domain/renewals/rows.ts'
import type { Decode } from '../domain/spreadsheet/decode.ts'
import { EMPTY_PREVIEW, type Preview, type ShownRefusal } from '../domain/spreadsheet/preview.ts'
import { columnSamples } from '../domain/spreadsheet/samples.ts'
import type { Table } from '../domain/spreadsheet/table.ts'
import { UnreadableFile } from '../domain/spreadsheet/unreadable-file.ts'
import type { ColumnMapping, ListFileApi, ListKind, OpenHow, ReadWith } from './list-file-bridge.ts'

const decoders = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  'utf-16le': new TextDecoder('utf-16le', { fatal: true }),
  'utf-16be': new TextDecoder('utf-16be', { fatal: true }),
}
const decode: Decode = (bytes, encoding) => {
  try {
    return decoders[encoding].decode(bytes)
  } catch {
    return null
  }
}

interface OpenTable {
  readonly list: ListKind
  readonly table: Table
}
let open: OpenTable | null = null
let refused: readonly ShownRefusal[] = []

async function openTable({ file, list, ...how }: OpenHow): Promise<Table> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return list === 'renewals'
    ? await readRenewalTable({ bytes, decode, ...how })
    : await readListTable({ bytes, decode, ...how, list })
}

/** The suggested columns, and those that should be looked at. */
function suggestion(list: ListKind, headers: readonly string[]) {
  if (list === 'renewals') {
    const mapping = suggestedMapping(headers)
    return { mapping, doubtful: doubtfulFields(headers, mapping) }
  }
  const mapping = suggestedImportMapping(list, headers)
  return { mapping, doubtful: doubtfulImportFields(list, headers, mapping) }
}

interface Asked {
  readonly mapping: ColumnMapping
  readonly nowMs: number
  readonly readWith: ReadWith | null
}

function renewals(table: Table, { mapping, nowMs }: Asked): Preview {
  const lines = readLines(table, renewalMappingSchema.parse(mapping), nowMs)
  refused = renewalRefusals(lines)
  return renewalPreview(lines, nowMs)
}

function anyList(list: ImportList, table: Table, { mapping, nowMs, readWith }: Asked): Preview {
  const names = readWith?.names ?? NO_NAMES
  const defaults = readWith?.defaults ?? NO_DEFAULTS
  const read = readList(table, { list, mapping, names, defaults, nowMs })
  refused = listRefusals(read)
  const known = readWith?.known ?? { documents: [] }
  return listPreview({ read, names, known, monthFirst: monthFirstHeaders(table, list, mapping), nowMs })
}

const api: ListFileApi = {
  open: async (how) => {
    try {
      const table = await openTable(how)
      const { list, accents } = how
      open = { list, table }
      const { headers, sheets, hiddenRows } = table
      return {
        kind: 'open',
        headers: [...headers],
        ...suggestion(list, headers),
        samples: columnSamples(table),
        sheet: table.sheet,
        sheets: [...sheets],
        hiddenRows,
        accentsOptions: [...table.accents],
        accents,
        areAccentsAsked: table.areAccentsAsked,
      }
    } catch (error) {
      if (error instanceof UnreadableFile) return { kind: 'unreadable', message: error.message }
      throw error
    }
  },
  preview: async (mapping, nowMs, readWith) => {
    if (open === null) return EMPTY_PREVIEW
    const asked = { mapping, nowMs, readWith }
    return open.list === 'renewals' ? renewals(open.table, asked) : anyList(open.list, open.table, asked)
  },
  refused: async () => refused,
}

expose(api)
