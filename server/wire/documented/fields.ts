/**
 * What each field of the document means: the call's own meaning, else that of the record whose call it is, else that of the name everywhere;
 * of each the longest known end of its path.
 * docs/where-to-change.md#the-servers-interfaces
 */
import { fieldName } from '../../../src/contract/field-names.ts'
import type { Example, Meaning, Meanings, Use } from '../../records/meaning.ts'
import { ADMINISTRATION_EVERYWHERE } from './fields/administration.ts'
import { BY_OPERATION, BY_PATH } from './fields/by-operation.ts'
import { FACTORS_EVERYWHERE } from './fields/factors.ts'
import { LEADS_EVERYWHERE } from './fields/leads.ts'
import { MERGES_EVERYWHERE } from './fields/merges.ts'
import { MOVEMENTS_EVERYWHERE } from './fields/movements.ts'
import { PEOPLE_EVERYWHERE } from './fields/people.ts'
import { REPORTS_EVERYWHERE } from './fields/reports.ts'
import { SYNC_EVERYWHERE } from './fields/sync.ts'
import type { Node } from './schema.ts'

/** Names that mean the same in calls of many records. Each is in one of these only. */
export const EVERYWHERE = [
  LEADS_EVERYWHERE,
  MERGES_EVERYWHERE,
  PEOPLE_EVERYWHERE,
  MOVEMENTS_EVERYWHERE,
  REPORTS_EVERYWHERE,
  ADMINISTRATION_EVERYWHERE,
  FACTORS_EVERYWHERE,
  SYNC_EVERYWHERE,
] as const

const GENERAL: ReadonlyMap<string, Meaning> = new Map(EVERYWHERE.flatMap((table) => Object.entries(table)))
const byPlace = (tables: Readonly<Record<string, Meanings>>): ReadonlyMap<string, Map<string, Meaning>> =>
  new Map(Object.entries(tables).map(([place, table]) => [place, new Map(Object.entries(table))]))
const OF_OPERATION = byPlace(BY_OPERATION)
const OF_PATH = byPlace(BY_PATH)

/** The tables of the paths that the operation's begins with, the longest first. */
function ofPaths(operation: string): readonly ReadonlyMap<string, Meaning>[] {
  const steps = operation.slice(operation.indexOf('/')).split('/')
  return steps.flatMap((_, left) => OF_PATH.get(steps.slice(0, steps.length - left).join('/')) ?? [])
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
  const own = [new Map(Object.entries(meanings)), OF_OPERATION.get(operation)]
  const tables = [...own, ...ofPaths(operation), GENERAL]
  const ends = path.map((_, from) => path.slice(from).join('.'))
  const [general] = ends.flatMap((end) => tables.flatMap((table) => table?.get(end) ?? []))
  if (general === undefined) return null
  const meaning = usesOf(place, schema).flatMap((use) => general.uses?.[use] ?? [])[0] ?? general
  const name = meaning.text ?? fieldName(path.join('.'))
  if (name === null) return null
  return { description: /[.!?]$/.test(name) ? name : `${name}.`, examples: meaning.examples }
}
