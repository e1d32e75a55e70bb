/** 'Funil de vendas': the stages of some leads, and the goals beside them. docs/rules.md#funnel */
import { z } from 'zod'
import { dataOrigin } from './data-origin.ts'
import { share } from './figures.ts'
import type { Tone } from './table.ts'

const count = z.number().int()

/** A stage has a total, or several values that do not follow one another. */
const stageSchema = z.object({
  key: z.string(),
  title: z.string(),
  total: count.optional(),
  values: z.array(z.object({ key: z.string(), title: z.string(), value: count })).optional(),
})
export const funnelSchema = z.object({ data: z.array(stageSchema), ...dataOrigin })
export type Funnel = z.infer<typeof funnelSchema>

export interface FunnelCounts {
  readonly leads: number
  readonly called: number
  readonly contacted: number
  readonly quoted: number
  readonly sold: number
  readonly pague_menos: number
  readonly seguro_conteudo: number
  readonly backup_car: number
}

const STAGES = [
  { key: 'leads', title: 'Leads' },
  { key: 'called', title: 'Ligação em até 1 h' },
  { key: 'contacted', title: 'Contato' },
  { key: 'quoted', title: 'Cotação' },
  { key: 'sold', title: 'Venda' },
] as const
const EXTRAS = [
  { key: 'pague_menos', title: 'Pague Menos' },
  { key: 'seguro_conteudo', title: 'Conteúdo' },
  { key: 'backup_car', title: 'BackUp Car' },
] as const

export const funnelStages = (counts: FunnelCounts): Funnel['data'] => [
  ...STAGES.map(({ key, title }) => ({ key, title, total: counts[key] })),
  {
    key: 'extras',
    title: 'Adicionais',
    values: EXTRAS.map(({ key, title }) => ({ key, title, value: counts[key] })),
  },
]

export interface FunnelLine {
  readonly key: string
  readonly title: string
  readonly value: number
  readonly isStage: boolean
}

export const funnelLines = ({ data }: Funnel): FunnelLine[] =>
  data.flatMap(({ key, title, total, values = [] }) => [
    ...(total === undefined ? [] : [{ key, title, value: total, isStage: true }]),
    ...values.map((line) => ({ ...line, isStage: false })),
  ])

/** The stages that follow one another. 'Ligação em até 1 h' is a measure: a lead is contacted without it. */
const STEPS: readonly string[] = ['leads', 'contacted', 'quoted', 'sold']

export interface FunnelRow extends FunnelLine {
  /** Of a step: the length of its bar. In percent of the first; null: no step, or a share of nothing. */
  readonly bar: number | null
  /** In percent of all leads; null: the first, an addition, or a share of nothing. */
  readonly ofAll: number | null
  /** In percent of the step before; null: the first, no step, or a share of nothing. */
  readonly ofBefore: number | null
}

/** Returns the lines of a funnel with what a step is of the one before and of all. */
export function funnelRows(funnel: Funnel): FunnelRow[] {
  const lines = funnelLines(funnel)
  const all = lines[0]?.value ?? 0
  const steps = lines.filter(({ key }) => STEPS.includes(key))
  return lines.map((line) => {
    const place = steps.indexOf(line)
    const before = steps[place - 1]
    const isShare = line.isStage && line !== lines[0]
    return {
      ...line,
      bar: place < 0 ? null : share(line.value, all),
      ofAll: isShare ? share(line.value, all) : null,
      ofBefore: place > 0 && before !== undefined ? share(line.value, before.value) : null,
    }
  })
}

interface Goal {
  readonly key: keyof FunnelCounts
  readonly title: string
  /** What it is a share of. */
  readonly of: keyof FunnelCounts
  /** In percent. */
  readonly goal: number
}

const GOALS: readonly Goal[] = [
  { key: 'called', title: 'Ligação em até 1 h', of: 'leads', goal: 100 },
  { key: 'contacted', title: 'Contato', of: 'leads', goal: 80 },
  { key: 'quoted', title: 'Cotação', of: 'leads', goal: 60 },
  { key: 'sold', title: 'Venda', of: 'quoted', goal: 80 },
  { key: 'pague_menos', title: 'Pague Menos', of: 'sold', goal: 20 },
  { key: 'seguro_conteudo', title: 'Conteúdo', of: 'sold', goal: 20 },
  { key: 'backup_car', title: 'BackUp Car', of: 'sold', goal: 20 },
]

export interface FunnelKpi {
  readonly key: string
  readonly title: string
  readonly goal: number
  /** In percent; null: a share of nothing, which is neither good nor bad. */
  readonly value: number | null
  readonly tone: Tone
}

/** The panel of a funnel. A goal is met when the share reaches it. */
export function funnelKpis(funnel: Funnel): FunnelKpi[] {
  const values = new Map(funnelLines(funnel).map(({ key, value }) => [key, value]))
  return GOALS.map(({ key, title, of, goal }) => {
    const value = share(values.get(key) ?? 0, values.get(of) ?? 0)
    return { key, title, goal, value, tone: value === null ? null : value >= goal ? 'good' : 'bad' }
  })
}

export const isEmptyFunnel = (funnel: Funnel) => (funnelLines(funnel)[0]?.value ?? 0) === 0
