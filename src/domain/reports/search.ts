/** The filter of a report as its address and its saved views carry it. A value that does not fit counts as absent. */
import { z } from 'zod'
import { FILTER_SCHEMAS, optional } from './filters.ts'
import { type DayRange, daysProblem, PRESET_NAMES, type PresetName, presetRange } from './period.ts'

/** YYYY-MM-DD, or whatever an address has in its place: `periodProblem` reports a wrong one. */
const day = optional(z.string().max(40))

/** What a view saves: everything but the place in the table. */
export const reportFilterSchema = z.object({
  /** A preset; without it `de` and `ate`, without those the report's own. */
  periodo: optional(z.enum(PRESET_NAMES)),
  de: day,
  ate: day,
  ...FILTER_SCHEMAS,
  aba: optional(z.string().max(40)),
  comparar: optional(z.literal(1)),
  /** Keys of columns, 'table.column', in their order: `shown-columns.ts`. */
  colunas: optional(z.array(z.string().max(80)).max(300)),
  /** Keys of hidden columns. Earlier versions wrote them. */
  ocultas: optional(z.array(z.string().max(80)).max(60)),
})
export type ReportFilter = z.infer<typeof reportFilterSchema>

/** The address of an open panel 'E se?' in which nothing is changed. */
export const WHAT_IF_OPEN = 'aberto'

export const reportSearchSchema = reportFilterSchema.extend({
  /** Page, size and order of the table of leads. */
  pagina: optional(z.number().int().min(1)),
  por_pagina: optional(z.union([z.literal(25), z.literal(50), z.literal(100)])),
  ordem: optional(z.string().max(60)),
  /** The figure whose leads are shown, and its row. */
  figura: optional(z.string().max(60)),
  linha: optional(z.string().max(60)),
  /** The panel 'E se?' is open, with what is changed in it: `what-if/change.ts`. No view and no pin has it. */
  'e-se': optional(z.string().max(200)),
})
export type ReportSearch = z.infer<typeof reportSearchSchema>

const isDay = (text: string) => z.iso.date().safeParse(text).success

/** Why the days that a filter names are not asked for; null: they are, or it names none. */
export function periodProblem({ periodo, de, ate }: ReportFilter, nowMs: number): string | null {
  if (periodo !== undefined || (de === undefined && ate === undefined)) return null
  if (![de, ate].every((each) => each === undefined || isDay(each)))
    return 'O endereço traz uma data que não existe.'
  if (de === undefined || ate === undefined) return 'O endereço traz só uma das duas datas do período.'
  return daysProblem({ from: de, to: ate }, nowMs)
}

/**
 * Returns the days that a filter names at that instant; `fallback` is the report's own period, which also replaces
 * wrong days.
 */
export function searchRange(search: ReportFilter, fallback: PresetName, nowMs: number): DayRange {
  const { periodo, de, ate } = search
  if (periodo !== undefined) return presetRange(periodo, nowMs)
  if (de === undefined || ate === undefined || periodProblem(search, nowMs) !== null)
    return presetRange(fallback, nowMs)
  return { from: de, to: ate }
}
