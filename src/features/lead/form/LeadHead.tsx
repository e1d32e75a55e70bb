/**
 * The form's part of its head, in sight while the fields scroll: status, phone, WhatsApp, time left, next schedule.
 * docs/rules.md#the-head-of-the-form
 */
import { ActionIcon, Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCalendarEvent, IconCalendarX, IconPhone } from '@tabler/icons-react'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import type { Lead } from '../../../domain/lead/lead.ts'
import { statusLine } from '../../../domain/lead/status.ts'
import { callablePhones, formatPhone, whatsappLink } from '../../../domain/phone/phone.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'
import { cardTime, type Duty, returnDuty, timeInputOf } from '../../../domain/sla/duty.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { LeadAction } from '../actions/allowed-actions.ts'
import { HeadPlace } from './FormModal.tsx'
import type { LeadFormApi } from './form-api.ts'
import classes from './LeadHead.module.css'

interface LeadHeadProps {
  readonly form: LeadFormApi
  readonly lead: Lead
  readonly allowed: ReadonlySet<LeadAction>
  readonly nowMs: number
  readonly onCall: () => void
  readonly onConversation: (lead: Lead, phone: string) => void
  readonly onSchedule: () => void
}

export function LeadHead(props: LeadHeadProps) {
  const place = useContext(HeadPlace)
  // In a portal: the steps belong to the form below, which takes no submit of theirs.
  return place === null ? null : createPortal(<Head {...props} />, place)
}

function Head({ form, lead, allowed, nowMs, onCall, onConversation, onSchedule }: LeadHeadProps) {
  const status = statusLine(lead.status)
  const [first] = callablePhones(form.values.client)
  const whatsapp = first === undefined ? null : whatsappLink(first.phone)
  const shown = form.values.client.cellphone || form.values.client.phone
  return (
    <div className={classes.root}>
      <SoftChip color={status.colour}>{status.label}</SoftChip>
      <span className={classes.phone}>
        {first === undefined || !allowed.has('call') ? (
          <span>{shown === '' ? 'Sem telefone' : formatPhone(shown)}</span>
        ) : (
          <Button
            className={classes.plain ?? ''}
            variant="default"
            size="sm"
            px="xs"
            leftSection={<IconPhone size={18} aria-hidden />}
            aria-label={`Ligar para ${formatPhone(first.phone)}`}
            onClick={onCall}
            data-calls
          >
            <span className={classes.wordy}>{formatPhone(first.phone)}</span>
          </Button>
        )}
        {whatsapp === null || first === undefined ? null : (
          <ActionIcon
            component="a"
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size={36}
            data-hint="WhatsApp"
            aria-label="Conversar no WhatsApp"
            onClick={() => {
              if (allowed.has('call')) onConversation(lead, first.phone)
            }}
          >
            <IconBrandWhatsapp className={classes.whatsapp} size={18} aria-hidden />
          </ActionIcon>
        )}
      </span>
      <Times form={form} lead={lead} nowMs={nowMs} onSchedule={allowed.has('schedule') ? onSchedule : null} />
    </div>
  )
}

interface TimesProps extends Pick<LeadHeadProps, 'form' | 'lead' | 'nowMs'> {
  /** Null: this user schedules nothing here. */
  readonly onSchedule: (() => void) | null
}

/** The duty that the card tells, and the return that is agreed. A return that is the duty is told once. */
function Times({ form, lead, nowMs, onSchedule }: TimesProps) {
  const { settings } = form.catalogues
  const calendar = businessCalendar(settings.business_hours)
  const input = timeInputOf(lead)
  const { duty } = cardTime(input, nowMs, settings, calendar)
  const agreed = input.returnMs === null ? null : returnDuty(input.returnMs, { nowMs, calendar })
  return (
    <>
      {duty?.kind !== 'limit' ? null : (
        <span className={classes.fact} data-late={duty.isLate || undefined}>
          {duty.full}
        </span>
      )}
      <NextReturn agreed={agreed} onSchedule={onSchedule} />
    </>
  )
}

function NextReturn({
  agreed,
  onSchedule,
}: Pick<TimesProps, 'onSchedule'> & { readonly agreed: Duty | null }) {
  const words = agreed === null ? 'Sem agendamento' : agreed.full
  const isLate = agreed?.isLate ?? false
  if (onSchedule === null)
    return (
      <span className={classes.fact} data-late={isLate || undefined}>
        {words}
      </span>
    )
  const Icon = isLate ? IconCalendarX : IconCalendarEvent
  return (
    <Button
      className={`${classes.schedule} ${agreed === null ? classes.plain : ''}`}
      variant="default"
      size="sm"
      px="xs"
      leftSection={<Icon size={18} aria-hidden />}
      aria-label={agreed === null ? 'Sem agendamento: agendar' : `${words}. Mudar`}
      mod={{ late: isLate }}
      onClick={onSchedule}
    >
      <span className={agreed === null ? classes.wordy : undefined}>{words}</span>
    </Button>
  )
}
