/**
 * What each field of the document means: the call's own meaning, else the meaning of the longest known end of its path.
 * docs/where-to-change.md#the-servers-interfaces
 */
import { fieldName } from '../../../src/contract/field-names.ts'
import type { Example, Meaning, Use } from '../../records/meaning.ts'
import { ADMINISTRATION_FIELDS } from './fields/administration.ts'
import { BY_OPERATION } from './fields/by-operation.ts'
import { FACTOR_FIELDS } from './fields/factors.ts'
import { LEAD_FIELDS } from './fields/leads.ts'
import { MERGE_FIELDS_MEANT } from './fields/merges.ts'
import { MOVEMENT_FIELDS } from './fields/movements.ts'
import { PEOPLE_FIELDS } from './fields/people.ts'
import { REPORT_FIELDS } from './fields/reports.ts'
import { SYNC_FIELDS } from './fields/sync.ts'
import type { Node } from './schema.ts'

/** Each name is in one table only. */
export const TABLES = [
  LEAD_FIELDS,
  MERGE_FIELDS_MEANT,
  PEOPLE_FIELDS,
  MOVEMENT_FIELDS,
  REPORT_FIELDS,
  ADMINISTRATION_FIELDS,
  FACTOR_FIELDS,
  SYNC_FIELDS,
] as const

const GENERAL: ReadonlyMap<string, Meaning> = new Map(TABLES.flatMap((table) => Object.entries(table)))
const OF_OPERATION: ReadonlyMap<string, ReadonlyMap<string, Meaning>> = new Map(
  Object.entries(BY_OPERATION).map(([operation, table]) => [operation, new Map(Object.entries(table))]),
)

export interface FieldText {
  readonly description: string
  readonly examples: readonly Example[]
}

export interface FieldPlace {
  readonly operation: string
  /** From the root of its part of the call. */
  readonly path: readonly string[]
  /** A parameter of the query. */
  readonly isAsked?: boolean
}

/** Bodies that are lists of filters have them under this name. */
const FILTERS = 'filters'

const TYPES: readonly Use[] = ['array', 'object', 'integer', 'string']

/** The uses of a field, the narrower one first. */
const usesOf = ({ isAsked, path }: FieldPlace, { type }: Node): readonly Use[] => [
  ...(isAsked === true || path[0] === FILTERS ? (['asked'] as const) : []),
  ...TYPES.filter((use) => use === type),
]

/** Returns null for a field without a meaning. */
export function fieldText(place: FieldPlace, schema: Node): FieldText | null {
  const { operation, path } = place
  const ends = path.map((_, from) => path.slice(from).join('.'))
  for (const table of [OF_OPERATION.get(operation), GENERAL]) {
    const end = ends.find((one) => table?.has(one) === true)
    const general = end === undefined ? undefined : table?.get(end)
    if (general === undefined) continue
    const meaning = usesOf(place, schema).flatMap((use) => general.uses?.[use] ?? [])[0] ?? general
    const name = meaning.text ?? fieldName(path.join('.'))
    if (name === null) return null
    return { description: /[.!?]$/.test(name) ? name : `${name}.`, examples: meaning.examples }
  }
  return null
}
