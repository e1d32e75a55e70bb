/**
 * Actions of a lead's view: the main button of its card, scheduling and service status. A user who does not attend the
 * lead also has plain phone links. The others call by the dialog, which records the call.
 */
import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCalendarPlus, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { type CardActions, cardActions } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { callProblem } from '../../domain/lead/lifecycle-problems.ts'
import { telLink, whatsappLink } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './LeadView.module.css'
import { ServiceStatusSelect } from './ServiceStatusSelect.tsx'

export interface LeadActionsProps {
  readonly lead: Lead
  readonly nowMs: number
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly oldestPendingUid: string | null
  readonly onCapture: (lead: Lead) => void
  readonly onWork: (lead: Lead) => void
  readonly onRecover: (lead: Lead) => void
  readonly onSchedule: (lead: Lead) => void
  readonly onServiceStatus: (lead: Lead, status: number | null) => void
}

export function LeadActions({
  lead,
  nowMs,
  user,
  catalogues,
  oldestPendingUid,
  onCapture,
  onWork,
  onRecover,
  onSchedule,
  onServiceStatus,
  children,
}: LeadActionsProps & { readonly children?: ReactNode }) {
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid })
  const byDialog = callProblem(lead, user) === null
  const tel = telLink(lead.client_cellphone) ?? telLink(lead.client_phone)
  const whatsapp = whatsappLink(lead.client_cellphone) ?? whatsappLink(lead.client_phone)
  return (
    <div className={classes.actions} data-call-place>
      <MainButton {...{ lead, actions, onCapture, onWork, onRecover }} />
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

interface MainButtonProps extends Pick<LeadActionsProps, 'lead' | 'onCapture' | 'onWork' | 'onRecover'> {
  readonly actions: CardActions
}

/** The card's main button, in the view. */
function MainButton({ lead, actions, onCapture, onWork, onRecover }: MainButtonProps) {
  const { capture } = actions
  if (capture.kind === 'allowed') return <Button onClick={() => onCapture(lead)}>Capturar esse Lead</Button>
  if (capture.kind === 'disabled')
    return (
      <Button
        data-disabled
        aria-disabled
        aria-description={capture.reason}
        data-hint={capture.reason}
        onClick={(event) => event.preventDefault()}
      >
        Capturar esse Lead
      </Button>
    )
  if (capture.kind === 'suspended') return <Button disabled>Lead suspenso</Button>
  if (actions.work) return <Button onClick={() => onWork(lead)}>Trabalhar lead</Button>
  if (actions.recover)
    return (
      <Button variant="default" onClick={() => onRecover(lead)}>
        Recuperar Lead
      </Button>
    )
  return null
}
