/**
 * What each field of the document means: the call's own meaning, else that of the record whose call it is, else the general one;
 * of each the longest known end of its path.
 * docs/where-to-change.md#the-servers-interfaces
 */
import { fieldName } from '../../../src/contract/field-names.ts'
import type { Example, Meaning, Meanings, Use } from '../../records/meaning.ts'
import { ADMINISTRATION_FIELDS } from './fields/administration.ts'
import { BY_OPERATION, BY_PATH } from './fields/by-operation.ts'
import { FACTOR_FIELDS } from './fields/factors.ts'
import { LEAD_FIELDS_MEANT } from './fields/leads.ts'
import { MERGE_FIELDS_MEANT } from './fields/merges.ts'
import { MOVEMENT_FIELDS } from './fields/movements.ts'
import { PEOPLE_FIELDS } from './fields/people.ts'
import { REPORT_FIELDS } from './fields/reports.ts'
import { SYNC_FIELDS } from './fields/sync.ts'
import type { Node } from './schema.ts'

/** Each name is in one table only. */
export const TABLES = [
  LEAD_FIELDS_MEANT,
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

const OF_PATH: ReadonlyMap<string, ReadonlyMap<string, Meaning>> = new Map(
  Object.entries(BY_PATH).map(([path, table]) => [path, new Map(Object.entries(table))]),
)

/** The table of the longest path that the operation's begins with. */
function ofPath(operation: string): ReadonlyMap<string, Meaning> | undefined {
  const steps = operation.slice(operation.indexOf('/')).split('/')
  const paths = steps.map((_, left) => steps.slice(0, steps.length - left).join('/'))
  const path = paths.find((one) => OF_PATH.has(one))
  return path === undefined ? undefined : OF_PATH.get(path)
}

export interface FieldText {
  readonly description: string
  readonly examples: readonly Example[]
}

export interface CallPlace {
  readonly operation: string
  /** What the call itself says of its fields. */
  readonly meanings?: Meanings | undefined
}

export interface FieldPlace extends CallPlace {
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
  const { operation, meanings = {}, path } = place
  const tables = [new Map(Object.entries(meanings)), OF_OPERATION.get(operation), ofPath(operation), GENERAL]
  const ends = path.map((_, from) => path.slice(from).join('.'))
  const [general] = ends.flatMap((end) => tables.flatMap((table) => table?.get(end) ?? []))
  if (general === undefined) return null
  const meaning = usesOf(place, schema).flatMap((use) => general.uses?.[use] ?? [])[0] ?? general
  const name = meaning.text ?? fieldName(path.join('.'))
  if (name === null) return null
  return { description: /[.!?]$/.test(name) ? name : `${name}.`, examples: meaning.examples }
}
