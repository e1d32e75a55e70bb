/** The filter of a report in words, for its sheets, their names and the printed page. docs/rules.md#reports */
import { foldText } from '../text/fold.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import { type FilterKind, fieldOf, takes } from './filters.ts'
import { type DayRange, rangeText } from './period.ts'
import { askedMonth, askedMonthWords } from './reference-month.ts'
import type { FilterField, Report } from './report.ts'
import type { ReportFilter } from './search.ts'

/** The name of a number that a filter names; undefined where it is not known. */
export type NameOf = (field: FilterField, id: number) => string | undefined

/** The numbers that a control has chosen. */
export function chosenIds({ kind }: Pick<FilterField, 'kind'>, filter: ReportFilter): readonly number[] {
  const value = filter[fieldOf(kind)]
  if (typeof value === 'number') return [value]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : []
}

const namesIn = (field: FilterField, filter: ReportFilter, nameOf: NameOf) =>
  chosenIds(field, filter).map(
    (id) => field.choices?.find((choice) => choice.id === id)?.name ?? nameOf(field, id) ?? `Nº ${id}`,
  )

const monthOf = (asOf: string) => askedMonth(undefined, saoPauloDay(Date.parse(asOf)))

function valueWords(field: FilterField, filter: ReportFilter, nameOf: NameOf, asOf: string): string {
  if (field.kind === 'mes') return askedMonthWords(filter.mes ?? monthOf(asOf))
  if (field.kind === 'texto' || field.kind === 'proposta') return (filter[field.kind] ?? '').trim()
  return namesIn(field, filter, nameOf).join(', ')
}

type Filtered = readonly FilterField[]

/** Returns a line for each control that is set: 'Empresas: Siqueira Fiat'. A month that none is chosen for is this one. */
export const filterWords = (
  fields: Filtered,
  filter: ReportFilter,
  { nameOf, asOf }: { readonly nameOf: NameOf; readonly asOf: string },
): string[] =>
  fields.flatMap((field) => {
    const words = valueWords(field, filter, nameOf, asOf)
    return words === '' ? [] : [`${field.label}: ${words}`]
  })

/** 'Período: 01/10/2026 a 31/10/2026 (data de criação)'. */
export const periodWords = ({ periodLabel }: Pick<Report<never>, 'periodLabel'>, range: DayRange) =>
  `Período: ${rangeText(range)} (${periodLabel.charAt(0).toLowerCase()}${periodLabel.slice(1)})`

/** Longer words of a file's name become 'filtrado'. */
const LONGEST = 40
/** Fields whose values name a client, or are free text. */
const NOT_IN_NAMES: readonly FilterKind[] = ['cliente', 'texto', 'proposta']

const inName = (words: string) =>
  foldText(words)
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/**
 * Returns the part of a file's name that describes the filter: 'siqueira_fiat', 'filtrado' where that is long or names
 * a client, or ''.
 */
export function filterInName(
  fields: Filtered,
  filter: ReportFilter,
  { nameOf, figure }: { readonly nameOf: NameOf; readonly figure: string | null },
): string {
  const isSet = ({ kind }: FilterField) => {
    const value = filter[fieldOf(kind)]
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
  }
  const set = fields.filter(isSet)
  if (set.some(({ kind }) => NOT_IN_NAMES.includes(kind))) return 'filtrado'
  const parts = [
    ...set.map((field) => inName(valueWords(field, filter, nameOf, ''))),
    ...(figure === null ? [] : [inName(figure)]),
  ].filter((part) => part !== '')
  const name = parts.join('_')
  return name.length > LONGEST ? 'filtrado' : name
}

const isNumber = (value: unknown) => typeof value === 'number'
const isText = (value: unknown) => typeof value === 'string'

/** Returns the filter that a call's query asks for: the other way round of the report's `query`. */
export function filterAsked({ filters }: Pick<Report<never>, 'filters'>, query: unknown): ReportFilter {
  const given = new Map<string, unknown>(Object.entries(query ?? {}))
  const asked: Record<string, unknown> = {}
  for (const { kind, asks } of filters) {
    const name = asks.replace('[]', '')
    const field = fieldOf(kind)
    const isTyped = takes(field, 'text') || takes(field, 'month')
    const fitting = [given.get(name), given.get(`${name}[]`)].flat().filter(isTyped ? isText : isNumber)
    if (fitting.length > 0) asked[field] = takes(field, 'ids') ? fitting : fitting[0]
  }
  return asked
}
