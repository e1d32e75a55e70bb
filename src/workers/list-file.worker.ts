/** Reads a file away from the screen, which stays free meanwhile: expiring policies, or any list of another system. */
import { expose } from 'comlink'
import type { ListKind } from '../domain/imports/list-names.ts'
import { doubtfulImportFields, IMPORT_FIELDS, suggestedImportMapping } from '../domain/imports/lists.ts'
import { NO_DEFAULTS, NO_NAMES } from '../domain/imports/names.ts'
import { listPreview, listRefusals } from '../domain/imports/preview.ts'
import { readList, readListTable } from '../domain/imports/read-list.ts'
import { decodeWith } from '../domain/spreadsheet/decoder.ts'
import { EMPTY_PREVIEW, type Preview, type ShownRefusal } from '../domain/spreadsheet/preview.ts'
import { columnSamples } from '../domain/spreadsheet/samples.ts'
import type { Table } from '../domain/spreadsheet/table.ts'
import { UnreadableFile } from '../domain/spreadsheet/unreadable-file.ts'
import type { ListFileApi, OpenHow, PreviewQuestion, ReadWith } from './list-file-bridge.ts'

const decode = decodeWith(TextDecoder)

interface OpenTable {
  readonly list: ListKind
  readonly table: Table
}
/** A file of policies is read without anything of Farol. */
const ALONE: ReadWith = { names: NO_NAMES, defaults: NO_DEFAULTS, known: { documents: [] } }
let open: OpenTable | null = null
let refused: readonly ShownRefusal[] = []

async function openTable({ file, ...how }: OpenHow): Promise<Table> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return readListTable({ bytes, decode, ...how })
}

/** The suggested columns, and those that should be looked at. */
function suggestion(list: ListKind, headers: readonly string[]) {
  const mapping = suggestedImportMapping(list, headers)
  return { mapping, doubtful: doubtfulImportFields(list, headers, mapping) }
}

function preview({ list, table }: OpenTable, { mapping, orders, nowMs, readWith }: PreviewQuestion): Preview {
  const { names, defaults, known } = readWith ?? ALONE
  const read = readList(table, { list, mapping, names, defaults, orders, nowMs })
  refused = listRefusals(read)
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
        fields: IMPORT_FIELDS[list].map(({ name, label, required }) => ({ name, label, required })),
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
  preview: async (asked) => (open === null ? EMPTY_PREVIEW : preview(open, asked)),
  refused: async () => refused,
}

expose(api)
