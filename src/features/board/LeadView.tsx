/** The read-only view of a lead: every field, in the form's groups, with its actions. */
import { useLiveQuery } from 'dexie-react-hooks'
import { clientByUid, leadsByUid } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { fileState } from '../../db/session/files.ts'
import { leadAbsence } from '../../db/session/lead-absence.ts'
import { LeadGone } from '../../device/LeadGone.tsx'
import { NextStepLine } from '../../device/next-step/NextStepLine.tsx'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { LayerModal } from '../../ui/LayerModal.tsx'
import type { BoardSlots } from './board-slots.ts'
import { CardChips } from './CardChips.tsx'
import { LeadActions, type LeadActionsProps } from './LeadActions.tsx'
import { LeadFacts } from './LeadFacts.tsx'
import classes from './LeadView.module.css'
import { useDraftedLeads } from './useDraftedLeads.ts'

type Handlers = Pick<
  LeadActionsProps,
  'onSchedule' | 'onNote' | 'onServiceStatus' | 'onCapture' | 'onWork' | 'onRecover'
>

interface LeadViewProps extends Handlers {
  /** The lead when the view was opened. Shown until the first read. */
  readonly lead: Lead | null
  readonly opened: boolean
  /** The address names the lead: Back leaves that address, and closes the view by it. */
  readonly isAddressed: boolean
  readonly user: SessionUser
  readonly catalogues: Catalogues
  /** Uid of the lead that a broker must capture first, by channel. */
  readonly oldestPending: Readonly<Record<number, string>>
  /** Their rows by uid, as far as the device has read them. */
  readonly oldest: ReadonlyMap<string, Lead>
  readonly slots: BoardSlots
  readonly onClose: () => void
  /** Called when the view has disappeared and the focus has returned. */
  readonly onClosed: () => void
}

export function LeadView({ lead, opened, isAddressed, onClose, onClosed, ...rest }: LeadViewProps) {
  return (
    <LayerModal
      takesBack={!isAddressed}
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      size={920}
      title={lead === null ? 'Lead' : `Lead ${lead.id ?? 'Nº pendente'} · ${lead.client_name}`}
      classNames={{ content: classes.content ?? '', inner: classes.inner ?? '', body: classes.body ?? '' }}
    >
      {lead === null ? null : <LeadDetails key={lead.uid} opening={lead} {...rest} />}
    </LayerModal>
  )
}

async function read(userId: number, uid: string) {
  const db = openMirror(userId)
  const [lead] = await leadsByUid(db, [uid])
  const client = lead === undefined ? undefined : await clientByUid(db, lead.client_uid)
  const file = lead === undefined ? 'none' : await fileState(db, lead)
  const absence = lead === undefined ? await leadAbsence(db) : null
  return { lead: lead ?? null, client: client ?? null, file, absence }
}

interface LeadDetailsProps
  extends Pick<LeadViewProps, 'user' | 'catalogues' | 'oldestPending' | 'oldest' | 'slots'>,
    Handlers {
  readonly opening: Lead
}

function LeadDetails(props: LeadDetailsProps) {
  const { opening, user, catalogues, oldestPending, oldest, slots, ...handlers } = props
  const found = useLiveQuery(async () => read(user.id, opening.uid), [user.id, opening.uid])
  const lead = found === undefined ? opening : found.lead
  const nowMs = useCorrectedNow(user.id)
  const hasDraft = useDraftedLeads(user.id).has(opening.uid)
  if (lead === null)
    return (
      <>
        {slots.notice(opening)}
        <LeadGone absence={found?.absence ?? null} />
      </>
    )
  return (
    <>
      {slots.notice(lead)}
      <NextStepLine lead={lead} user={user} />
      <div className={classes.head} data-after-entries tabIndex={-1}>
        <CardChips lead={lead} catalogues={catalogues} nowMs={nowMs} hasDraft={hasDraft} saysLate />
        <LeadActions
          lead={lead}
          nowMs={nowMs}
          user={user}
          catalogues={catalogues}
          oldestPendingUid={oldestPending[lead.channel_id] ?? null}
          oldest={oldest.get(oldestPending[lead.channel_id] ?? '')}
          {...handlers}
        >
          {slots.viewActions(lead)}
          {slots.messages(lead, 'button')}
        </LeadActions>
      </div>
      <LeadFacts
        lead={lead}
        client={found?.client ?? null}
        file={found?.file ?? 'none'}
        catalogues={catalogues}
        history={slots.history}
      />
    </>
  )
}
