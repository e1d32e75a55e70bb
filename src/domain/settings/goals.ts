/** Goals of the diagnosis, one list a tab: docs/rules.md#report-diagnosis. Each is a setting of its own. */
import { z } from 'zod'

const percent = (standard: number) => z.number().min(0).max(100).default(standard)
const positive = (standard: number) => z.number().positive().default(standard)

/** Percentages, working hours, and sales a month for each broker. */
export const goalShape = {
  goal_renewal_captured: percent(100),
  goal_renewal_contact: percent(80),
  goal_renewal_quoted: percent(60),
  goal_renewal_sold: percent(80),
  goal_renewal_backup_car: percent(20),
  goal_renewal_quote_hours: positive(24),
  goal_renewal_sale_hours: positive(72),
  goal_new_called: percent(100),
  goal_new_contact: percent(80),
  goal_new_quoted: percent(60),
  goal_new_sold: percent(80),
  goal_new_pague_menos: percent(20),
  goal_new_content: percent(20),
  goal_new_backup_car: percent(20),
  goal_new_sales: positive(20),
}
export type GoalKey = keyof typeof goalShape

const goalsSchema = z.object(goalShape)
export type Goals = z.infer<typeof goalsSchema>

/** How a goal is measured and shown. `count` is a number of sales. */
export type GoalUnit = 'percent' | 'hours' | 'count'

export interface GoalLine {
  readonly key: GoalKey
  readonly label: string
  readonly unit: GoalUnit
}

const line = (key: GoalKey, label: string, unit: GoalUnit = 'percent'): GoalLine => ({ key, label, unit })

export const RENEWAL_GOALS: readonly GoalLine[] = [
  line('goal_renewal_captured', 'Captura 5 dias antes do vencimento do seguro'),
  line('goal_renewal_contact', 'Contato com o cliente'),
  line('goal_renewal_quoted', 'Cotação enviada'),
  line('goal_renewal_sold', 'Renovados dos cotados'),
  line('goal_renewal_backup_car', 'BackUp Car dos vendidos'),
  line('goal_renewal_quote_hours', 'Tempo até a cotação', 'hours'),
  line('goal_renewal_sale_hours', 'Tempo até a venda', 'hours'),
]

export const NEW_GOALS: readonly GoalLine[] = [
  line('goal_new_called', 'Ligação em até 1 hora'),
  line('goal_new_contact', 'Contato com o cliente'),
  line('goal_new_quoted', 'Cotação enviada'),
  line('goal_new_sold', 'Vendidos dos cotados'),
  line('goal_new_pague_menos', 'Pague Menos dos vendidos'),
  line('goal_new_content', 'Seguro conteúdo dos vendidos'),
  line('goal_new_backup_car', 'BackUp Car dos vendidos'),
  line('goal_new_sales', 'Vendas por corretor no mês', 'count'),
]
