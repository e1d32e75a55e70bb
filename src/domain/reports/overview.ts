/** What 'Relatórios' answers of each report: its question, and its first figure of this month. docs/rules.md#report-overview */
import { TZDateMini } from '@date-fns/tz/date/mini'
import { lightFormat } from 'date-fns/lightFormat'
import { startOfMonth } from 'date-fns/startOfMonth'
import { subMonths } from 'date-fns/subMonths'
import type { ReportPath } from '../permissions/routes.ts'
import { SAO_PAULO } from '../time/day-number.ts'
import { cellText } from './cell-text.ts'
import { changeWords } from './comparison.ts'
import type { DayRange } from './period.ts'
import type { ReportContent } from './report.ts'

/** The question that a report answers, as people ask it. */
export const QUESTIONS: Readonly<Record<ReportPath | '/funnel-charts', string>> = {
  '/funnel-charts': 'Em que passo os leads param, do contato à venda?',
  '/relatorio-indicacoes-corretora': 'Quantos leads cada corretor recebeu, cotou e vendeu?',
  '/relatorio-indicacoes-concessionaria':
    'Quantas indicações cada concessionária fez, e o que foi feito delas?',
  '/relatorio-ligacoes': 'Quanto demora a primeira ligação, e ela é atendida?',
  '/relatorio-atendimento': 'Quem atende no prazo os leads que capturou?',
  '/relatorio-perdas': 'Por que perdemos vendas, e quem as perdeu?',
  '/relatorio-vendas-quiver': 'O que foi vendido no Quiver, por quem e por quanto?',
  '/relatorio-renovacoes': 'Quantas renovações do mês já foram trabalhadas e vendidas?',
  '/relatorio-diagnostico-presencial': 'Quanto do atendimento foi presencial?',
  '/relatorio-leads-duplicados': 'Que propostas foram registradas mais de uma vez?',
  '/relatorio-leads-origem': 'De que canais vêm os leads de cada corretor?',
  '/relatorio-indicador': 'O que foi feito das minhas indicações?',
  '/relatorio-processamentos': 'O que foi feito de cada apólice importada?',
  '/relatorio-diagnostico': 'Estamos alcançando as metas?',
}

/** What the rows of a report without figures are called. */
const ROWS: Partial<Record<ReportPath, string>> = {
  '/relatorio-leads-duplicados': 'Tentativas recusadas',
  '/relatorio-processamentos': 'Apólices importadas',
  '/relatorio-indicacoes-concessionaria': 'Indicações',
}

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

/** In words, as it was when it was asked: the device keeps it so. */
interface Headline {
  /** What is counted: 'Vendidos'. */
  readonly label: string
  readonly figure: string
  /** 'antes 40 (+25%)' */
  readonly change: string
}

/** Returns the first figure of both months, or how many rows both have; null: the report has neither. */
export function headlineOf(path: ReportPath, now: ReportContent, before: ReportContent): Headline | null {
  const [first] = now.figures
  if (first !== undefined) {
    const { key, label, value, format } = first
    const textOf = (one: typeof value) => cellText(one, format, now.workday)
    const earlier = before.figures.find((figure) => figure.key === key)?.value ?? null
    return { label, figure: textOf(value), change: changeWords(value, earlier, { format, textOf }) }
  }
  const [count, countBefore] = [now.tables[0]?.count, before.tables[0]?.count]
  const label = ROWS[path]
  if (count === undefined || label === undefined) return null
  const textOf = (one: Parameters<typeof cellText>[0]) => cellText(one, 'integer')
  const change = changeWords(count, countBefore ?? null, { format: 'integer', textOf })
  return { label, figure: textOf(count), change }
}
