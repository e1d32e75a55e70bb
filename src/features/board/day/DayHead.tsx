/** 'Hoje 7 de 19 · 2 vendas · R$ 4.310,00' */
import { Title } from '@mantine/core'
import { formatMoney } from '../../../domain/money/money.ts'
import classes from './DayScreen.module.css'
import type { Day } from './useDay.ts'

const salesWords = ({ sales, salesCents }: Day) =>
  sales === 0 ? [] : [`${sales} ${sales === 1 ? 'venda' : 'vendas'}`, `R$ ${formatMoney(salesCents)}`]

export function DayHead({ day }: { readonly day: Day }) {
  const { done, seen } = day
  const today = seen === 0 ? 'Hoje' : `Hoje ${done} de ${seen}`
  return (
    <header className={classes.head}>
      <Title order={1} size="h3">
        {[today, ...salesWords(day)].join(' · ')}
      </Title>
    </header>
  )
}
