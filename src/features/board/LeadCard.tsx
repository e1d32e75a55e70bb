/** The card of a lead. It shows and offers; the board carries actions out. */
import { IconCalendarPlus, IconEye } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { cardActions } from '../../domain/lead/card-actions.ts'
import { clockOf } from '../../domain/lead/channel-rules.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { isFinished, isInOrigin } from '../../domain/lead/lead-state.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { ageInWords, formatDateTime } from '../../domain/time/sao-paulo.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import type { BoardSlots } from './board-slots.ts'
import { CardButton } from './CardButton.tsx'
import { CardChips } from './CardChips.tsx'
import { CardContact } from './CardContact.tsx'
import { CardFacts } from './CardFacts.tsx'
import { CardTop } from './CardTop.tsx'
import classes from './LeadCard.module.css'
import { MainAction } from './MainAction.tsx'
import type { ProgressFeed } from './progress-feed.ts'
import { ServiceStatusSelect } from './ServiceStatusSelect.tsx'
import { SlaBar } from './SlaBar.tsx'

export interface LeadCardProps extends Pick<BoardSlots, 'onCall' | 'onConversation'> {
  readonly lead: Lead
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly progress: ProgressFeed
  readonly queueState: 'pending' | 'problem' | undefined
  readonly hasDraft: boolean
  readonly oldestPendingUid: string | null
  /** Its row, where the device has read it. */
  readonly oldest: Lead | undefined
  readonly nowMs: number
  /** Below the phone, after a call. */
  readonly callLine: ReactNode
  /** A message that is suggested; null: none is. */
  readonly suggestion: ReactNode
  readonly onCapture: (lead: Lead) => void
  readonly onView: (lead: Lead) => void
  readonly onWork: (lead: Lead) => void
  readonly onRecover: (lead: Lead) => void
  readonly onSchedule: (lead: Lead) => void
  readonly onNote: (lead: Lead) => void
  readonly onServiceStatus: (lead: Lead, status: number | null) => void
}

/** The room of the bar. While the lead is in work it may have none, because its own limit ends sooner. */
const LawPlace = ({ lead }: { readonly lead: Lead }) =>
  isFinished(lead) ? <div className={classes.law} data-fleeting="content" /> : null

/** Few leads have a limit of the law: its code comes after the first painting. */
const LawBar = lazyAfterPaint(async () => (await import('./LawBar.tsx')).LawBar, LawPlace)

/** `memo`: the grid renders on every scrolled row, and a card is expensive. */
export const LeadCard = memo(function LeadCard(props: LeadCardProps) {
  const {
    lead,
    user,
    catalogues,
    progress,
    queueState,
    hasDraft,
    oldestPendingUid,
    nowMs,
    callLine,
    suggestion,
  } = props
  const { onCapture, onView, onWork, onRecover, onSchedule, onNote, onServiceStatus } = props
  const { onCall, onConversation, oldest } = props
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid })
  const clock = clockOf(lead.channel_id)
  const number = lead.id === null ? 'pendente' : String(lead.id)
  return (
    <article
      className={classes.card}
      aria-label={`Lead ${number}`}
      data-uid={lead.uid}
      data-dimmed={actions.dimmed || undefined}
      data-call-place
    >
      <CardTop
        lead={lead}
        catalogues={catalogues}
        queueState={queueState}
        onNote={actions.note ? () => onNote(lead) : null}
      />
      <h3 className={classes.name} title={lead.client_name}>
        {lead.client_name}
      </h3>
      <div className={classes.meta}>
        <span>{lead.client_cpf === '' ? 'Sem CPF' : formatDocument(lead.client_cpf)}</span>
        <time dateTime={lead.create_lead_date} title={ageInWords(Date.parse(lead.create_lead_date), nowMs)}>
          Criado em {formatDateTime(lead.create_lead_date)}
        </time>
      </div>
      <CardChips lead={lead} catalogues={catalogues} nowMs={nowMs} hasDraft={hasDraft} />
      <CardContact lead={lead} user={user} onCall={onCall} onConversation={onConversation} />
      {callLine === null ? null : (
        <div className={classes.called} data-fleeting="whole">
          {callLine}
        </div>
      )}
      {suggestion === null ? null : (
        <div className={classes.called} data-fleeting="whole">
          {suggestion}
        </div>
      )}
      <CardFacts lead={lead} catalogues={catalogues} userId={user.id} nowMs={nowMs} />
      <div className={classes.bottom}>
        {actions.serviceStatus ? (
          <ServiceStatusSelect
            value={lead.service_status}
            options={catalogues.serviceStatuses}
            onChange={(status) => onServiceStatus(lead, status)}
          />
        ) : null}
        {isFinished(lead) ? null : (
          <SlaBar
            feed={progress}
            uid={lead.uid}
            pulls={isInOrigin(lead) && clock === 'countdown'}
            expected={clock !== 'none'}
          />
        )}
        {(lead.obligations ?? []).length === 0 ? null : (
          <LawBar lead={lead} nowMs={nowMs} settings={catalogues.settings} />
        )}
        <div className={classes.actions} data-recover={actions.recover || undefined}>
          <MainAction
            lead={lead}
            actions={actions}
            catalogues={catalogues}
            oldest={oldest}
            onCapture={onCapture}
            onView={onView}
            onWork={onWork}
            onRecover={onRecover}
          />
          {actions.schedule ? (
            <CardButton square title="Agendar" aria-label="Agendar lead" onClick={() => onSchedule(lead)}>
              <IconCalendarPlus size={18} stroke={1.8} aria-hidden />
            </CardButton>
          ) : null}
          <CardButton square title="Ver lead" aria-label={`Ver lead ${number}`} onClick={() => onView(lead)}>
            <IconEye size={18} stroke={1.8} aria-hidden />
          </CardButton>
        </div>
      </div>
    </article>
  )
})
