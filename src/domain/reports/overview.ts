/** What 'Relatórios' answers of each report: its question, and its first figure of this month. docs/rules.md#report-overview */
import { TZDateMini } from '@date-fns/tz/date/mini'
import { lightFormat } from 'date-fns/lightFormat'
import { startOfMonth } from 'date-fns/startOfMonth'
import { subMonths } from 'date-fns/subMonths'
import { REPORTS } from '../permissions/reports.ts'
import { partsOf } from '../record/parts.ts'
import { SAO_PAULO } from '../time/day-number.ts'
import { wholeWords } from './base-words.ts'
import { cellText } from './cell-text.ts'
import { changeWords } from './comparison.ts'
import { share } from './figures.ts'
import { type Funnel, funnelLines } from './funnel.ts'
import type { DayRange } from './period.ts'
import type { ReportContent } from './report.ts'
import type { CellValue, Format } from './table.ts'

/** The question that a report answers, as people ask it. */
export const QUESTIONS = {
  '/funnel-charts': 'Em que passo os leads param, do contato à venda?',
  ...partsOf(REPORTS, 'question'),
}

/** What the rows of a report without figures are called. */
const ROWS = {
  '/relatorio-leads-duplicados': 'Tentativas recusadas',
  '/relatorio-processamentos': 'Apólices importadas',
  '/relatorio-indicacoes-concessionaria': 'Indicações',
} as const
const isCounted = (path: string): path is keyof typeof ROWS => Object.hasOwn(ROWS, path)

const dayOf = (date: Date) => lightFormat(date, 'yyyy-MM-dd')

interface HeadlineDays {
  readonly present: DayRange
  /** The same days of the month before, which may be shorter. */
  readonly before: DayRange
}

/** Returns this month until today, and as much of the month before. */
export function headlineDays(nowMs: number): HeadlineDays {
  const today = new TZDateMini(nowMs, SAO_PAULO)
  return {
    present: { from: dayOf(startOfMonth(today)), to: dayOf(today) },
    before: { from: dayOf(startOfMonth(subMonths(today, 1))), to: dayOf(subMonths(today, 1)) },
  }
}

/** What a headline is made of. */
export type FiguresContent = Pick<ReportContent, 'figures' | 'tables' | 'workday'>

/** The funnel has no figures above it: its headline is the share that was sold. */
export function funnelFigures(funnel: Funnel): FiguresContent {
  const counted = new Map(funnelLines(funnel).map(({ key, value }) => [key, value]))
  const leads = counted.get('leads') ?? 0
  const conversion = share(counted.get('sold') ?? 0, leads)
  const label = wholeWords(leads, ['lead vendido', 'leads vendidos'])
  return { figures: [{ key: 'conversao', label, value: conversion, format: 'percent' }], tables: [] }
}

/** The figure that a headline tells. */
export interface FirstFigure {
  readonly key: string
  readonly label: string
  readonly value: CellValue
  readonly format: Format
  readonly workday?: number | undefined
}

const COUNTED_ROWS = 'linhas'

/** Returns the first figure, or how many rows there are; null: the report has neither. */
export function firstFigure(path: string, { figures, tables, workday }: FiguresContent): FirstFigure | null {
  const [first] = figures
  if (first !== undefined) return { ...first, workday }
  const count = tables[0]?.count
  const label = isCounted(path) ? ROWS[path] : undefined
  return count === undefined || label === undefined
    ? null
    : { key: COUNTED_ROWS, label, value: count, format: 'integer' }
}

/** Returns that figure in another answer; null: it is not there. */
export const sameFigure = ({ key }: FirstFigure, { figures, tables }: FiguresContent): CellValue =>
  key === COUNTED_ROWS
    ? (tables[0]?.count ?? null)
    : (figures.find((figure) => figure.key === key)?.value ?? null)

/** In words, as it was when it was asked: the device keeps it so. */
interface Headline {
  /** What is counted: 'Vendidos'. */
  readonly label: string
  readonly figure: string
  /** 'antes 40 (+25%)' */
  readonly change: string
}

/** `before`: what the same figure was in the month before; null where it was not counted. */
export function headlineOf({ label, value, format, workday }: FirstFigure, before: CellValue): Headline {
  const textOf = (one: CellValue) => cellText(one, format, workday)
  return { label, figure: textOf(value), change: changeWords(value, before, { format, textOf }) }
}
