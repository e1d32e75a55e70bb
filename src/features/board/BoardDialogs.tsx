/** The dialogs of the board: the lead's view and its scheduling. */
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { Dialog } from '../../ui/useDialog.ts'
import type { BoardSlots } from './board-slots.ts'
import { keepFocus } from './keep-focus.ts'
import { LeadView } from './LeadView.tsx'
import type { LeadCommands } from './useLeadCommands.ts'
import type { LeadWork } from './useLeadWork.ts'

export interface BoardDialogsState {
  readonly capture: Dialog<Lead>
  readonly view: Dialog<Lead>
  readonly schedule: Dialog<Lead>
  readonly note: Dialog<Lead>
  readonly recover: Dialog<Lead>
}

interface BoardDialogsProps extends BoardDialogsState {
  /** The address names the lead of the view: Back leaves that address. */
  readonly isAddressed: boolean
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly commands: LeadCommands
  readonly leadWork: LeadWork
  /** Uid of the lead that a broker must capture first, by channel. */
  readonly oldestPending: Readonly<Record<number, string>>
  /** Their rows by uid. */
  readonly oldest: ReadonlyMap<string, Lead>
  readonly slots: BoardSlots
}

export function BoardDialogs(props: BoardDialogsProps) {
  const { capture, view, schedule, note, recover, user, catalogues, commands, leadWork, slots } = props
  return (
    <>
      <LeadView
        lead={view.subject}
        opened={view.opened}
        isAddressed={props.isAddressed}
        user={user}
        catalogues={catalogues}
        oldestPending={props.oldestPending}
        oldest={props.oldest}
        onClose={() => {
          view.close()
          slots.onLeave()
        }}
        onClosed={() => {
          if (!leadWork.madeWay()) keepFocus()
        }}
        onCapture={capture.open}
        onWork={leadWork.work}
        onRecover={recover.open}
        onSchedule={schedule.open}
        onNote={note.open}
        onServiceStatus={(lead, status) => void commands.setServiceStatus(lead.uid, status)}
        slots={slots}
      />
      {slots.noting({
        lead: note.subject,
        opened: note.opened,
        onClose: note.close,
        onClosed: () => {
          if (!view.opened) keepFocus()
        },
      })}
      {slots.scheduling({
        lead: schedule.subject,
        opened: schedule.opened,
        onClose: schedule.close,
        onClosed: () => {
          if (!view.opened) keepFocus()
        },
      })}
    </>
  )
}
