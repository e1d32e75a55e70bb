/** The fields of the lists that can be imported, and which columns of a file they are. docs/rules.md#any-import */
import { z } from 'zod'
import {
  doubtfulColumns,
  type FieldTable,
  missingColumns,
  suggestedColumns,
} from '../spreadsheet/column-guess.ts'
import { CLIENT_FIELDS } from './client-fields.ts'
import type { ImportField } from './fields.ts'
import { LEAD_LIST_FIELDS } from './lead-fields.ts'
import type { ListKind } from './list-names.ts'
import { PARTNER_LINE_FIELDS, USER_LINE_FIELDS } from './people-fields.ts'
import { RENEWAL_FIELDS } from './renewal-fields.ts'

export { IMPORT_LISTS, type ImportList, importListSchema, LIST_NAMES, type ListKind } from './list-names.ts'

export const IMPORT_FIELDS: Readonly<Record<ListKind, readonly ImportField[]>> = {
  clients: CLIENT_FIELDS,
  leads: LEAD_LIST_FIELDS,
  users: USER_LINE_FIELDS,
  partners: PARTNER_LINE_FIELDS,
  renewals: RENEWAL_FIELDS,
}

/** The place of each field's column in a line; null or left out: the file has none. */
export type ImportMapping = Readonly<Record<string, number | null>>

/** Fields that the list does not have are refused. */
export const importMappingSchema = (list: ListKind) => {
  const names = IMPORT_FIELDS[list].map(({ name }) => name)
  const given = z.partialRecord(z.enum(names), z.number().int().min(0).max(999).nullable())
  // Of policies each field is named. Devices with an earlier version of the app know no item.
  return list === 'renewals'
    ? given.refine((mapping) => names.every((name) => name === 'item' || mapping[name] !== undefined))
    : given
}

const tableOf = (list: ListKind): FieldTable<string> => {
  const lines = new Map(IMPORT_FIELDS[list].map((line) => [line.name, line]))
  return {
    fields: [...lines.keys()],
    lineOf: (name) => {
      const line = lines.get(name)
      if (line === undefined) throw new Error(`The list ${list} has no field ${name}`)
      return line
    },
  }
}
const TABLES: Readonly<Record<ListKind, FieldTable<string>>> = {
  clients: tableOf('clients'),
  leads: tableOf('leads'),
  users: tableOf('users'),
  partners: tableOf('partners'),
  renewals: tableOf('renewals'),
}

/** Systems write whose field it is before it: 'Negócio - Valor', 'Deal - Owner'. */
const OF_THE_DEAL = /^\s*(?:deal|neg[oó]cio|negocia[cç][aã]o|oportunidade|opportunity|lead)\s+[-–:]\s+/iu
const ownHeaders = (list: ListKind, headers: readonly string[]) =>
  list === 'renewals' ? headers : headers.map((header) => header.replace(OF_THE_DEAL, ''))

/** The mapping that the headers suggest. A column is used once, and the better match wins. */
export const suggestedImportMapping = (list: ListKind, headers: readonly string[]): ImportMapping => {
  const found = suggestedColumns(TABLES[list], ownHeaders(list, headers))
  return Object.fromEntries(IMPORT_FIELDS[list].map(({ name }) => [name, found.get(name) ?? null]))
}

/** The fields whose suggestion should be looked at. */
export const doubtfulImportFields = (
  list: ListKind,
  headers: readonly string[],
  mapping: ImportMapping,
): string[] => doubtfulColumns(TABLES[list], ownHeaders(list, headers), (name) => mapping[name] ?? null)

/** How many fields of the list the headers name. */
export const recognisedOf =
  (list: ListKind) =>
  (headers: readonly string[]): number =>
    suggestedColumns(TABLES[list], ownHeaders(list, headers)).size

/** The labels of required fields that have no column. */
export const missingImportFields = (list: ListKind, mapping: ImportMapping): string[] =>
  missingColumns(TABLES[list], (name) => mapping[name] ?? null).map((name) => TABLES[list].lineOf(name).label)
