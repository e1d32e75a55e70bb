/**
 * Top line of a card: number, insurance, flame, on-time dot, the badge of queued commands, and '+ Nota'.
 * Hints use `title`: a Tooltip costs ten times as much as its icon, on every scrolled row.
 */
import { IconFlame } from '@tabler/icons-react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { hasIcon } from '../../domain/lead/insurance-line.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { QueueBadge } from '../../ui/QueueBadge.tsx'
import { InsuranceIcon } from './insurance-icons.tsx'
import classes from './LeadCard.module.css'

interface CardTopProps {
  readonly lead: Lead
  readonly catalogues: Catalogues
  readonly queueState: 'pending' | 'problem' | undefined
  /** null: the user may not add a note. */
  readonly onNote: (() => void) | null
}

/** Whether the indication was on time. Without a flag there is no dot. */
function OnTimeDot({ onTime }: { onTime: 0 | 1 | null }) {
  if (onTime === null) return null
  const words = onTime === 1 ? 'Indicado no prazo' : 'Indicado fora do prazo'
  return (
    <span className={classes.onTime} title={words}>
      <span className={classes.dot} data-late={onTime === 0 || undefined} role="img" aria-label={words} />
      <span aria-hidden>{words}</span>
    </span>
  )
}

export function CardTop({ lead, catalogues, queueState, onNote }: CardTopProps) {
  const insurance = lead.insurance_id === null ? null : (catalogues.insurances.get(lead.insurance_id) ?? null)
  return (
    <div className={classes.top}>
      <span className={classes.number}>{lead.id === null ? 'Nº pendente' : `Nº ${lead.id}`}</span>
      {insurance !== null && hasIcon(lead.insurance_id) ? (
        <span className={classes.icon} role="img" title={insurance} aria-label={insurance}>
          <InsuranceIcon insuranceId={lead.insurance_id} />
        </span>
      ) : null}
      {lead.on_fire ? (
        <span className={classes.fire} role="img" title="Lead quente" aria-label="Lead quente">
          <IconFlame size={20} stroke={1.8} aria-hidden />
        </span>
      ) : null}
      <OnTimeDot onTime={lead.indication_on_time} />
      <QueueBadge state={queueState} className={classes.queueBadge} />
      {onNote === null ? null : (
        <button type="button" className={classes.note} onClick={onNote}>
          + Nota
        </button>
      )}
    </div>
  )
}
