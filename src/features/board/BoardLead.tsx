/** A lead of the board: its card or its line of the list, with a tick while leads are chosen for a transfer. */
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import { LeadCard, type LeadCardProps } from './LeadCard.tsx'
import type { Choosing } from './transfer/useChoosing.ts'

const LeadRow = lazyAfterPaint(async () => (await import('./LeadRow.tsx')).LeadRow)
const PickCard = lazyAfterPaint(async () => (await import('./transfer/PickCard.tsx')).PickCard)

interface BoardLeadProps extends LeadCardProps {
  readonly isList: boolean
  readonly choosing: Choosing
}

export function BoardLead({ isList, choosing, ...props }: BoardLeadProps) {
  const { lead } = props
  const shown = isList ? <LeadRow {...props} /> : <LeadCard {...props} />
  if (choosing.chosen === null) return shown
  return (
    <PickCard
      label={`Escolher o lead ${lead.id ?? 'Nº pendente'} de ${lead.client_name}`}
      checked={choosing.chosen.has(lead.uid)}
      onToggle={() => choosing.toggle(lead.uid)}
    >
      {shown}
    </PickCard>
  )
}
