/** Status, sale and scheduling of a lead as chips. In Origem the channel's name replaces the status. */
import {
  IconCalendarEvent,
  IconCalendarX,
  IconCircleCheck,
  IconCircleX,
  IconPencil,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { isFinished, isInOrigin } from '../../domain/lead/lead-state.ts'
import { schedulingState } from '../../domain/lead/scheduling.ts'
import { saleLabel, statusLine } from '../../domain/lead/status.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import classes from './LeadCard.module.css'
import { StatusIcon } from './status-icons.tsx'

interface CardChipsProps {
  readonly lead: Lead
  readonly catalogues: Catalogues
  readonly nowMs: number
  /** The lead's form has typed values that were not saved: docs/rules.md#drafts. */
  readonly hasDraft?: boolean
  /** Where no line of time says it. */
  readonly saysLate?: boolean
}

export function CardChips({ lead, catalogues, nowMs, hasDraft = false, saysLate = false }: CardChipsProps) {
  const line = statusLine(lead.status)
  const channel = catalogues.channels.get(lead.channel_id)?.name
  const schedule = schedulingState(lead.lead_scheduling, nowMs)
  const scheduled = lead.lead_scheduling === null ? '' : formatDateTime(lead.lead_scheduling.scheduling_date)
  return (
    <div className={classes.chips}>
      <SoftChip color={line.colour} icon={<StatusIcon status={lead.status} />}>
        {isInOrigin(lead) && channel !== undefined ? channel : line.label}
      </SoftChip>
      {isFinished(lead) ? (
        <SoftChip
          color={lead.sold === 1 ? 'green' : 'gray'}
          icon={lead.sold === 1 ? <IconCircleCheck /> : <IconCircleX />}
        >
          {saleLabel(lead)}
        </SoftChip>
      ) : null}
      {lead.suspended_lead ? (
        <SoftChip color="gray" icon={<IconPlayerPause />}>
          Suspenso
        </SoftChip>
      ) : null}
      {hasDraft ? (
        <SoftChip
          color="amber"
          icon={<IconPencil />}
          title="Há um rascunho deste lead neste aparelho"
          data-fleeting="whole"
        >
          rascunho
        </SoftChip>
      ) : null}
      {schedule === 'pending' ? (
        <SoftChip color="orange" icon={<IconCalendarEvent />}>
          {scheduled}
        </SoftChip>
      ) : null}
      {schedule === 'late' && !isFinished(lead) ? (
        <SoftChip color="red" icon={<IconCalendarX />}>
          {saysLate ? 'Atrasado: ' : null}
          {scheduled}
        </SoftChip>
      ) : null}
    </div>
  )
}
