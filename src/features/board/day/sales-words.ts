/** '2 vendas', 'R$ 4.310,00': today's sales. Nothing without any. */
import { formatMoney } from '../../../domain/money/money.ts'
import type { Day } from './useDay.ts'

export const salesWords = ({ sales, salesCents }: Pick<Day, 'sales' | 'salesCents'>): string[] =>
  sales === 0 ? [] : [`${sales} ${sales === 1 ? 'venda' : 'vendas'}`, `R$ ${formatMoney(salesCents)}`]
