/** Nothing is for now: the next return of today, or the end of the day. docs/rules.md#my-day */
import { dayEnding } from '../../../domain/day/progress.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { salesWords } from './sales-words.ts'
import type { Day } from './useDay.ts'

interface DayEndProps {
  readonly day: Day
  readonly leads: ReadonlyMap<string, Lead>
}

const doneWords = (done: number) =>
  done === 0 ? [] : [`${done} ${done === 1 ? 'lead resolvido' : 'leads resolvidos'} hoje`]

export function DayEnd({ day, leads }: DayEndProps) {
  const { queue, skips, nowMs, hours } = day
  const ending = dayEnding(queue, skips, nowMs, businessCalendar(hours))
  switch (ending.kind) {
    case 'resting':
      return (
        <EmptyState drawing="calm" title="Tudo o que restava foi adiado">
          O primeiro volta às {formatTime(ending.backMs)}.
        </EmptyState>
      )
    case 'next': {
      const name = leads.get(ending.next.uid)?.client_name
      return (
        <EmptyState drawing="calm" title="Nada atrasado">
          O próximo é às {formatTime(ending.next.atMs)}
          {name === undefined ? '' : `: ${name}`}.
        </EmptyState>
      )
    }
    case 'in-order': {
      const figures = [...doneWords(day.done), ...salesWords(day)]
      return (
        <EmptyState drawing="calm" title="Dia em ordem">
          {figures.length === 0 ? 'Nada atrasado, e nada mais para hoje.' : figures.join(' · ')}
        </EmptyState>
      )
    }
  }
}
