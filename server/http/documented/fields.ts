/**
 * What each field of the document means: the call's own meaning, else the meaning of the longest known end of its path.
 * docs/where-to-change.md#the-servers-interfaces
 */
import { fieldName } from '../../../src/contract/field-names.ts'
import { ADMINISTRATION_FIELDS } from './fields/administration.ts'
import { BY_OPERATION } from './fields/by-operation.ts'
import { FACTOR_FIELDS } from './fields/factors.ts'
import { LEAD_FIELDS } from './fields/leads.ts'
import { MERGE_FIELDS_MEANT } from './fields/merges.ts'
import { MOVEMENT_FIELDS } from './fields/movements.ts'
import { PEOPLE_FIELDS } from './fields/people.ts'
import { REPORT_FIELDS } from './fields/reports.ts'
import type { Meaning } from './meaning.ts'
import type { Example } from './schema.ts'

/** Each name is in one table only. */
export const TABLES = [
  LEAD_FIELDS,
  MERGE_FIELDS_MEANT,
  PEOPLE_FIELDS,
  MOVEMENT_FIELDS,
  REPORT_FIELDS,
  ADMINISTRATION_FIELDS,
  FACTOR_FIELDS,
] as const

const GENERAL: ReadonlyMap<string, Meaning> = new Map(TABLES.flatMap((table) => Object.entries(table)))
const OF_OPERATION: ReadonlyMap<string, ReadonlyMap<string, Meaning>> = new Map(
  Object.entries(BY_OPERATION).map(([operation, table]) => [operation, new Map(Object.entries(table))]),
)

export interface FieldText {
  readonly description: string
  readonly examples: readonly Example[]
}

/** `path` is the field's, from the root of its part of the call. Returns null for a field without a meaning. */
export function fieldText(operation: string, path: readonly string[]): FieldText | null {
  const ends = path.map((_, from) => path.slice(from).join('.'))
  for (const table of [OF_OPERATION.get(operation), GENERAL]) {
    const end = ends.find((one) => table?.has(one) === true)
    const meaning = end === undefined ? undefined : table?.get(end)
    if (meaning === undefined) continue
    const name = meaning.text ?? fieldName(path.join('.'))
    if (name === null) return null
    return { description: /[.!?]$/.test(name) ? name : `${name}.`, examples: meaning.examples }
  }
  return null
}
