/** Nothing is for now: the next return of today, or the end of the day. */
import type { Lead } from '../../../domain/lead/lead.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Day } from './useDay.ts'

interface DayEndProps {
  readonly day: Day
  readonly leads: ReadonlyMap<string, Lead>
}

export function DayEnd({ day, leads }: DayEndProps) {
  const [next] = day.queue.later
  if (day.queue.items.length > 0)
    return (
      <EmptyState drawing="calm" title="Tudo o que restava foi adiado">
        O primeiro volta em até 30 minutos.
      </EmptyState>
    )
  if (next === undefined)
    return (
      <EmptyState drawing="calm" title="Dia em ordem">
        Nada atrasado, e nada mais para hoje.
      </EmptyState>
    )
  const name = leads.get(next.uid)?.client_name
  return (
    <EmptyState drawing="calm" title="Nada atrasado">
      O próximo é às {formatTime(next.atMs)}
      {name === undefined ? '' : `: ${name}`}.
    </EmptyState>
  )
}
