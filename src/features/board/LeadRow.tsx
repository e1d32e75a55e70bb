/** One line of the list: who, how to reach, the last note, what is due, and the main button. docs/rules.md#card-grid */
import { IconCalendarPlus, IconFlame, IconNotes } from '@tabler/icons-react'
import { memo } from 'react'
import { cardActions } from '../../domain/lead/card-actions.ts'
import { isFinished, isInOrigin } from '../../domain/lead/lead-state.ts'
import { lastNote } from '../../domain/lead/notes.ts'
import { statusWords } from '../../domain/lead/status.ts'
import { QueueBadge } from '../../ui/QueueBadge.tsx'
import { brokerWords } from './broker-words.ts'
import { CardButton } from './CardButton.tsx'
import { CardContact } from './CardContact.tsx'
import type { LeadCardProps } from './LeadCard.tsx'
import classes from './LeadRow.module.css'
import { MainAction } from './MainAction.tsx'
import { DutyWords } from './SlaBar.tsx'

export const LeadRow = memo(function LeadRow(props: LeadCardProps) {
  const { lead, user, catalogues, progress, queueState, oldestPendingUid, oldest, nowMs } = props
  const { onCapture, onView, onWork, onRecover, onSchedule, onNote, onCall, onConversation } = props
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid })
  const number = lead.id === null ? 'pendente' : String(lead.id)
  const channel = catalogues.channels.get(lead.channel_id)?.name ?? ''
  const insurance = catalogues.insurances.get(lead.insurance_id ?? 0) ?? ''
  const broker =
    lead.broker_id === user.id ? '' : brokerWords(catalogues.users.get(lead.broker_id ?? 0), nowMs)
  const state = isInOrigin(lead) ? '' : statusWords(lead)
  const facts = [state, channel, insurance, broker].filter((part) => part !== '').join(' · ')
  const note = lastNote(lead.additional_information)?.text ?? ''
  return (
    <article
      className={classes.row}
      aria-label={`Lead ${number}`}
      data-uid={lead.uid}
      data-dimmed={actions.dimmed || undefined}
      data-call-place
    >
      <span className={classes.number}>{lead.id === null ? 'Nº …' : `Nº ${lead.id}`}</span>
      <div className={classes.who}>
        <button
          type="button"
          className={classes.name}
          title={lead.client_name}
          aria-label={`Ver lead ${number}: ${lead.client_name}`}
          onClick={() => onView(lead)}
        >
          {lead.on_fire ? <IconFlame className={classes.fire} size={16} aria-label="Lead quente" /> : null}
          <span>{lead.client_name}</span>
        </button>
        <QueueBadge state={queueState} className={classes.queueBadge} />
      </div>
      <div className={classes.contact}>
        <CardContact lead={lead} user={user} onCall={onCall} onConversation={onConversation} />
      </div>
      <span className={classes.facts} title={facts}>
        {facts}
      </span>
      <span className={classes.note} title={note}>
        {note}
      </span>
      <span className={classes.duty}>
        {isFinished(lead) ? null : <DutyWords feed={progress} uid={lead.uid} />}
      </span>
      <div className={classes.main}>
        <MainAction {...{ lead, actions, catalogues, oldest, onCapture, onView, onWork, onRecover }} short />
      </div>
      <div className={classes.more}>
        {actions.note ? (
          <CardButton square title="+ Nota" aria-label="+ Nota" onClick={() => onNote(lead)}>
            <IconNotes size={18} stroke={1.8} aria-hidden />
          </CardButton>
        ) : null}
        {actions.schedule ? (
          <CardButton square title="Agendar" aria-label="Agendar lead" onClick={() => onSchedule(lead)}>
            <IconCalendarPlus size={18} stroke={1.8} aria-hidden />
          </CardButton>
        ) : null}
      </div>
    </article>
  )
})
