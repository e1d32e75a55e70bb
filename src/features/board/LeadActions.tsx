/**
 * Actions of a lead's view: the main button of its card, scheduling and service status. A user who does not attend the
 * lead also has plain phone links. The others call by the dialog, which records the call.
 */
import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCalendarPlus, IconNotes, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { cardActions } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { callProblem } from '../../domain/lead/lifecycle-problems.ts'
import { telLink, whatsappLink } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './LeadView.module.css'
import { MainAction } from './MainAction.tsx'
import { ServiceStatusSelect } from './ServiceStatusSelect.tsx'

export interface LeadActionsProps {
  readonly lead: Lead
  readonly nowMs: number
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly oldestPendingUid: string | null
  readonly oldest: Lead | undefined
  readonly onCapture: (lead: Lead) => void
  readonly onWork: (lead: Lead) => void
  readonly onRecover: (lead: Lead) => void
  readonly onSchedule: (lead: Lead) => void
  readonly onNote: (lead: Lead) => void
  readonly onServiceStatus: (lead: Lead, status: number | null) => void
}

export function LeadActions({
  lead,
  nowMs,
  user,
  catalogues,
  oldestPendingUid,
  oldest,
  onCapture,
  onWork,
  onRecover,
  onSchedule,
  onNote,
  onServiceStatus,
  children,
}: LeadActionsProps & { readonly children?: ReactNode }) {
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid })
  const byDialog = callProblem(lead, user) === null
  const tel = telLink(lead.client_cellphone) ?? telLink(lead.client_phone)
  const whatsapp = whatsappLink(lead.client_cellphone) ?? whatsappLink(lead.client_phone)
  return (
    <div className={classes.actions} data-call-place>
      <MainAction {...{ lead, actions, catalogues, oldest, onCapture, onWork, onRecover }} />
      {tel === null || byDialog ? null : (
        <Button component="a" href={tel} variant="default" leftSection={<IconPhone size={18} aria-hidden />}>
          Ligar
        </Button>
      )}
      {whatsapp === null || byDialog ? null : (
        <Button
          component="a"
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          WhatsApp
        </Button>
      )}
      {actions.schedule ? (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          onClick={() => onSchedule(lead)}
        >
          Agendar
        </Button>
      ) : null}
      {actions.note ? (
        <Button
          variant="default"
          leftSection={<IconNotes size={18} aria-hidden />}
          onClick={() => onNote(lead)}
        >
          + Nota
        </Button>
      ) : null}
      {children}
      {actions.serviceStatus ? (
        <div className={classes.service}>
          <ServiceStatusSelect
            value={lead.service_status}
            options={catalogues.serviceStatuses}
            onChange={(status) => onServiceStatus(lead, status)}
          />
        </div>
      ) : null}
    </div>
  )
}
