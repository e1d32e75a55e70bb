/** The card of a lead: the face of the product. Shows and offers; what is done is done by the board. */
import { Button, Tooltip } from '@mantine/core'
import { IconCalendarPlus, IconEye } from '@tabler/icons-react'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { cardActions } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { SlaProgress } from '../../domain/sla/progress.ts'
import { CardChips } from './CardChips.tsx'
import { CardFacts } from './CardFacts.tsx'
import { CardTop } from './CardTop.tsx'
import classes from './LeadCard.module.css'
import { MainAction } from './MainAction.tsx'
import { ServiceStatusSelect } from './ServiceStatusSelect.tsx'
import { SlaBar } from './SlaBar.tsx'
import type { Catalogues } from './useCatalogues.ts'

export interface CardHandlers {
  readonly onCapture: (lead: Lead) => void
  readonly onView: (lead: Lead) => void
  readonly onSchedule: (lead: Lead) => void
  readonly onServiceStatus: (lead: Lead, status: number | null) => void
}

interface LeadCardProps extends CardHandlers {
  readonly lead: Lead
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly progress: SlaProgress | undefined
  readonly mark: 'pending' | 'problem' | undefined
  readonly oldestPendingUid: string | null
  readonly nowMs: number
}

export function LeadCard({
  lead,
  user,
  catalogues,
  progress,
  mark,
  oldestPendingUid,
  nowMs,
  ...handlers
}: LeadCardProps) {
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid })
  const number = lead.id === null ? 'pendente' : String(lead.id)
  return (
    <article className={classes.card} aria-label={`Lead ${number}`} data-dimmed={actions.dimmed || undefined}>
      <CardTop lead={lead} catalogues={catalogues} mark={mark} nowMs={nowMs} />
      <h3 className={classes.name} title={lead.client_name}>
        {lead.client_name}
      </h3>
      <div className={classes.document}>
        {lead.client_cpf === '' ? 'Sem CPF' : formatDocument(lead.client_cpf)}
      </div>
      <CardChips lead={lead} catalogues={catalogues} nowMs={nowMs} />
      <CardFacts lead={lead} catalogues={catalogues} />
      <div className={classes.bottom}>
        {actions.serviceStatus ? (
          <ServiceStatusSelect
            value={lead.service_status}
            options={catalogues.serviceStatuses}
            onChange={(status) => handlers.onServiceStatus(lead, status)}
          />
        ) : null}
        <SlaBar progress={progress} unclaimed={lead.state === 1} />
        <div className={classes.actions}>
          <MainAction lead={lead} actions={actions} onCapture={handlers.onCapture} onView={handlers.onView} />
          {actions.schedule ? (
            <Tooltip label="Agendar">
              <Button
                variant="default"
                px={10}
                aria-label="Agendar lead"
                onClick={() => handlers.onSchedule(lead)}
              >
                <IconCalendarPlus size={18} stroke={1.8} aria-hidden />
              </Button>
            </Tooltip>
          ) : null}
          <Tooltip label="Ver lead">
            <Button
              variant="default"
              px={10}
              aria-label={`Ver lead ${number}`}
              onClick={() => handlers.onView(lead)}
            >
              <IconEye size={18} stroke={1.8} aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </div>
    </article>
  )
}
