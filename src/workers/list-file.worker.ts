/** Reads a file away from the screen, which stays free meanwhile: expiring policies, or any list of another system. */
import { expose } from 'comlink'
import { doubtfulImportFields, type ImportList, suggestedImportMapping } from '../domain/imports/lists.ts'
import { NO_DEFAULTS, NO_NAMES } from '../domain/imports/names.ts'
import { listPreview, listRefusals } from '../domain/imports/preview.ts'
import { readList, readListTable } from '../domain/imports/read-list.ts'
import { doubtfulFields, renewalMappingSchema, suggestedMapping } from '../domain/renewals/columns.ts'
import { renewalPreview, renewalRefusals } from '../domain/renewals/preview.ts'
import { readRenewalTable } from '../domain/renewals/read-file.ts'
import { readLines } from '../domain/renewals/rows.ts'
import { decodeWith } from '../domain/spreadsheet/decoder.ts'
import { EMPTY_PREVIEW, type Preview, type ShownRefusal } from '../domain/spreadsheet/preview.ts'
import { columnSamples } from '../domain/spreadsheet/samples.ts'
import type { Table } from '../domain/spreadsheet/table.ts'
import { UnreadableFile } from '../domain/spreadsheet/unreadable-file.ts'
import type { ListFileApi, ListKind, OpenHow, PreviewQuestion } from './list-file-bridge.ts'

const decode = decodeWith(TextDecoder)

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

function renewals(table: Table, { mapping, orders, nowMs }: PreviewQuestion): Preview {
  const lines = readLines(table, renewalMappingSchema.parse(mapping), nowMs, { orders })
  refused = renewalRefusals(lines)
  return renewalPreview({ lines, headers: table.headers, nowMs })
}

function anyList(list: ImportList, table: Table, asked: PreviewQuestion): Preview {
  const { mapping, orders, nowMs, readWith } = asked
  const names = readWith?.names ?? NO_NAMES
  const defaults = readWith?.defaults ?? NO_DEFAULTS
  const read = readList(table, { list, mapping, names, defaults, orders, nowMs })
  refused = listRefusals(read)
  const known = readWith?.known ?? { documents: [] }
  return listPreview({ read, names, known, headers: table.headers, nowMs })
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
  preview: async (asked) => {
    if (open === null) return EMPTY_PREVIEW
    return open.list === 'renewals' ? renewals(open.table, asked) : anyList(open.list, open.table, asked)
  },
  refused: async () => refused,
}

expose(api)
