/** The filter of a report as its address and its saved views carry it. A value that does not fit counts as absent. */
import { z } from 'zod'
import { type DayRange, PRESET_NAMES, type PresetName, presetRange } from './period.ts'

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const id = z.number().int().nonnegative()
const text = optional(z.string().max(120))

/** What a view saves: everything but the place in the table. */
export const reportFilterSchema = z.object({
  /** A preset; without it `de` and `ate`, without those the report's own. */
  periodo: optional(z.enum(PRESET_NAMES)),
  de: optional(z.iso.date()),
  ate: optional(z.iso.date()),
  empresas: optional(z.array(id).max(200)),
  estoque: optional(z.array(id).max(50)),
  corretores: optional(z.array(id).max(200)),
  indicador: optional(id),
  equipes: optional(z.array(id).max(50)),
  canais: optional(z.array(id).max(100)),
  /** A client by number, chosen in the search, and the name that was chosen. */
  cliente: optional(id),
  nome: text,
  /** Part of a client's name. */
  texto: text,
  proposta: text,
  situacao: optional(id),
  /** Of another system's products. */
  produto: optional(id),
  /** YYYYMM, or a whole year */
  mes: optional(z.string().regex(/^\d{4}(\d{2})?$/)),
  aba: optional(z.string().max(40)),
  comparar: optional(z.literal(1)),
  /** Keys of hidden columns, 'table.column'. */
  ocultas: optional(z.array(z.string().max(80)).max(60)),
})
export type ReportFilter = z.infer<typeof reportFilterSchema>

export const reportSearchSchema = reportFilterSchema.extend({
  /** Page, size and order of the table of leads. */
  pagina: optional(z.number().int().min(1)),
  por_pagina: optional(z.union([z.literal(25), z.literal(50), z.literal(100)])),
  ordem: optional(z.string().max(60)),
  /** The figure whose leads are shown, and the row that it stands in. */
  figura: optional(z.string().max(60)),
  linha: optional(z.string().max(60)),
})
export type ReportSearch = z.infer<typeof reportSearchSchema>

/** Returns the days that a filter names at that instant; `fallback` is the report's own period. */
export function searchRange(search: ReportFilter, fallback: PresetName, nowMs: number): DayRange {
  if (search.periodo !== undefined) return presetRange(search.periodo, nowMs)
  const { de, ate } = search
  if (de === undefined || ate === undefined) return presetRange(fallback, nowMs)
  return de <= ate ? { from: de, to: ate } : { from: ate, to: de }
}
