/** '19 leads para hoje', and once one of them is done 'Hoje 7 de 19 · 2 vendas · R$ 4.310,00' */
import { Title } from '@mantine/core'
import { counted } from '../../../domain/text/counted.ts'
import classes from './DayScreen.module.css'
import { salesWords } from './sales-words.ts'
import type { Day } from './useDay.ts'

const toDo = (leads: number) => `${counted(leads, 'lead', 'leads')} para hoje`

export function DayHead({ day }: { readonly day: Day }) {
  const { done, seen } = day
  const today = seen === 0 ? 'Hoje' : done === 0 ? toDo(seen) : `Hoje ${done} de ${seen}`
  return (
    <header className={classes.head}>
      <Title order={1} size="h3">
        {[today, ...salesWords(day)].join(' · ')}
      </Title>
    </header>
  )
}
