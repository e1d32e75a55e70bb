/** The lead that is next: who, why, and what to do. */
import { Button, Paper, Skeleton } from '@mantine/core'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { Fragment, type RefObject } from 'react'
import { NextStepLine } from '../../../device/next-step/NextStepLine.tsx'
import { closeScheduling } from '../../../device/next-step/schedule-lead.ts'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import type { DayItem } from '../../../domain/day/queue.ts'
import { actsOn } from '../../../domain/lead/access.ts'
import { cardActions } from '../../../domain/lead/card-actions.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isOpenScheduling } from '../../../domain/lead/lead-state.ts'
import { closeSchedulingProblem } from '../../../domain/lead/scheduling.ts'
import { formatPhone } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { dayInWords } from '../../../domain/time/near-days.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import type { BoardSlots } from '../board-slots.ts'
import { CardChips } from '../CardChips.tsx'
import { useContact } from '../useContact.tsx'
import { useDraftedLeads } from '../useDraftedLeads.ts'
import classes from './DayScreen.module.css'
import { Outcomes } from './Outcomes.tsx'
import { PostponeMenu } from './PostponeMenu.tsx'
import { SwipeActs } from './SwipeActs.tsx'
import { skipLead } from './skip-lead.ts'
import type { Day } from './useDay.ts'

/** Entries of the lead's history that are shown at first. */
const LAST_ACTS = 3

interface DayLeadProps {
  /** Takes the focus when the lead takes another's place. */
  readonly place: RefObject<HTMLDivElement | null>
  readonly item: DayItem
  /** undefined until it is read. */
  readonly lead: Lead | undefined
  readonly day: Day
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly slots: Omit<BoardSlots, 'onLeave'>
  readonly onCapture: (lead: Lead) => void
  readonly onSchedule: (lead: Lead) => void
  readonly onNote: (lead: Lead) => void
  /** The lead was put off: the next one is shown. */
  readonly onPass: () => void
  /** What was written about a lead is taken back: it is shown again. */
  readonly onUndone: (uid: string) => void
}

export function DayLead({ place, lead, item, ...rest }: DayLeadProps) {
  return (
    <SwipeActs>
      <Paper
        ref={place}
        component="section"
        className={classes.lead}
        withBorder
        aria-label="Agora"
        tabIndex={-1}
        data-call-place
      >
        {lead === undefined ? <Skeleton height={300} /> : <Details lead={lead} item={item} {...rest} />}
      </Paper>
    </SwipeActs>
  )
}

function Details(props: Omit<DayLeadProps, 'place'> & { readonly lead: Lead }) {
  const { item, lead, day, user, catalogues, slots } = props
  const { onCapture, onSchedule, onNote, onPass, onUndone } = props
  const { nowMs } = day
  const hasDraft = useDraftedLeads(user.id).has(lead.uid)
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid: lead.uid })
  const captures = item.kind === 'capture' && actions.capture.kind === 'allowed'
  const isReturn = item.kind === 'late-return' || item.kind === 'today-return'
  const closes = isReturn && closeSchedulingProblem(lead, user) === null
  const close = () => closeScheduling(user.id, { lead, onUndone })
  return (
    <>
      <p className={classes.reason} data-kind={item.kind}>
        {item.reason}
      </p>
      <h2 className={classes.client}>{lead.client_name}</h2>
      <p className={classes.facts}>
        {factsOf(lead, catalogues).map((fact, place) => (
          <Fragment key={fact}>
            {place === 0 ? null : ' · '}
            <span>{fact}</span>
          </Fragment>
        ))}
      </p>
      <div className={classes.chips}>
        <CardChips lead={lead} catalogues={catalogues} nowMs={nowMs} hasDraft={hasDraft} />
      </div>
      <div className={classes.acts}>
        {captures ? (
          <Button size="lg" data-day-act="open" onClick={() => onCapture(lead)}>
            Capturar esse Lead
          </Button>
        ) : (
          <Contact lead={lead} user={user} slots={slots} />
        )}
        <PostponeMenu
          lead={lead}
          user={user}
          nowMs={nowMs}
          schedules={actions.schedule && !captures}
          onSkip={() => void skipLead(user.id, { lead, day, onPass, onUndone })}
          onOther={() => onSchedule(lead)}
          onUndone={onUndone}
        />
      </div>
      <Outcomes
        {...{ lead, user, catalogues, nowMs, onSchedule, onPass, onUndone }}
        onOpen={(subject, form) => slots.onWork(subject, form === 'lead' ? undefined : form)}
      />
      {/* Its code comes later: it must not move the outcomes away from a finger. */}
      <div className={classes.called}>{slots.callLine(lead, { asksResult: false })}</div>
      <div className={classes.small}>
        {closes ? (
          <Button variant="default" onClick={() => void close()}>
            Retorno feito
          </Button>
        ) : null}
        {actions.work ? (
          <Button variant="default" data-day-act="open" onClick={() => slots.onWork(lead)}>
            Trabalhar lead
          </Button>
        ) : null}
        {actions.note ? (
          <Button variant="default" data-day-act="note" onClick={() => onNote(lead)}>
            + Nota
          </Button>
        ) : null}
        {slots.messages(lead, 'button')}
      </div>
      <NextStepLine lead={lead} user={user} onUndone={onUndone} />
      <LastWords lead={lead} nowMs={nowMs} />
      {actsOn(lead, user) ? (
        <section className={classes.acted} aria-label="O que já foi feito">
          <h3 className={classes.title}>O que já foi feito</h3>
          {slots.history(lead, null, LAST_ACTS)}
        </section>
      ) : null}
    </>
  )
}

const factsOf = (lead: Lead, { channels, insurances }: Catalogues): string[] =>
  [
    ...new Set([
      `Nº ${lead.id ?? 'pendente'}`,
      channels.get(lead.channel_id)?.name ?? '',
      insurances.get(lead.insurance_id ?? 0) ?? '',
      // Often the name of the insurance again.
      lead.product ?? '',
      formatPhone(lead.client_cellphone || lead.client_phone),
    ]),
  ].filter((part) => part !== '')

function Contact({ lead, user, slots }: Pick<DayLeadProps, 'user' | 'slots'> & { readonly lead: Lead }) {
  const { shown, call, menu, whatsapp } = useContact({ lead, user, ...slots })
  const icon = <IconPhone size={20} aria-hidden />
  const words = shown === '' ? 'Sem telefone' : 'Ligar'
  const big = { size: 'lg', fullWidth: true, leftSection: icon, 'data-day-act': 'call' } as const
  return (
    <>
      <div className={classes.call}>
        {call === null ? (
          <Button {...big} disabled>
            {words}
          </Button>
        ) : 'button' in call ? (
          <Button {...big} {...call.button}>
            {words}
          </Button>
        ) : (
          <Button {...big} component="a" {...call.link}>
            {words}
          </Button>
        )}
        {menu}
      </div>
      {whatsapp === null ? null : (
        <Button
          component="a"
          {...whatsapp}
          size="lg"
          variant="default"
          leftSection={<IconBrandWhatsapp className={classes.whatsapp ?? ''} size={20} aria-hidden />}
          data-day-act="whatsapp"
        >
          WhatsApp
        </Button>
      )}
    </>
  )
}

const whenWords = (instant: string, nowMs: number) => {
  const ms = Date.parse(instant)
  return `${dayInWords(ms, nowMs)} às ${formatTime(ms)}`
}

/** What was agreed, what was written, and when somebody last spoke to the client. */
function LastWords({ lead, nowMs }: { readonly lead: Lead; readonly nowMs: number }) {
  const { lead_scheduling: last } = lead
  const contact = lead.contact_date ?? lead.first_call_date
  const facts: [label: string, text: string][] = [
    ['Combinado', isOpenScheduling(last) ? (last?.description ?? '').trim() : ''],
    ['Anotações', lead.additional_information.trim()],
    ['Primeiro contato', contact === null ? 'Ainda não houve' : whenWords(contact, nowMs)],
  ]
  return (
    <dl className={classes.words}>
      {facts
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}
