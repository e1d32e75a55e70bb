/** The dialogs of the board: questions before a capture and a recovery, the lead's view, its scheduling. */
import { useRef } from 'react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Dialog } from '../../ui/useDialog.ts'
import type { BoardSlots } from './board-slots.ts'
import { keepFocus } from './keep-focus.ts'
import { LeadView } from './LeadView.tsx'
import type { LeadCommands } from './useLeadCommands.ts'

export interface BoardDialogsState {
  readonly capture: Dialog<Lead>
  readonly view: Dialog<Lead>
  readonly schedule: Dialog<Lead>
  readonly recover: Dialog<Lead>
}

interface BoardDialogsProps extends BoardDialogsState {
  /** The address names the lead of the view: Back leaves that address. */
  readonly isAddressed: boolean
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly commands: LeadCommands
  /** Uid of the lead that a broker must capture first, by channel. */
  readonly oldestPending: Readonly<Record<number, string>>
  readonly slots: BoardSlots
}

export function BoardDialogs(props: BoardDialogsProps) {
  const { capture, view, schedule, recover, user, catalogues, commands, slots } = props
  const goesToForm = useRef(false)
  const work = (lead: Lead) => {
    goesToForm.current = view.opened
    view.close()
    slots.onWork(lead)
  }
  const confirmed = async (lead: Lead) => {
    capture.close()
    await afterPaint()
    if (await commands.capture(lead.uid)) work(lead)
  }
  return (
    <>
      {/* Before the questions: Escape reaches the dialogs in this order, and closes the view only if none covers it. */}
      <LeadView
        lead={view.subject}
        opened={view.opened}
        isAddressed={props.isAddressed}
        covered={schedule.opened || capture.opened || recover.opened}
        user={user}
        catalogues={catalogues}
        oldestPending={props.oldestPending}
        onClose={() => {
          view.close()
          slots.onLeave()
        }}
        onClosed={() => {
          // The form has taken the focus.
          if (!goesToForm.current) keepFocus()
          goesToForm.current = false
        }}
        onCapture={capture.open}
        onWork={work}
        onRecover={recover.open}
        onSchedule={schedule.open}
        onServiceStatus={(lead, status) => void commands.setServiceStatus(lead.uid, status)}
        slots={slots}
      />
      <ConfirmDialog
        opened={capture.opened}
        title="Capturar lead"
        onClose={capture.close}
        onConfirm={() => {
          if (capture.subject !== null) void confirmed(capture.subject)
        }}
      >
        Tem certeza que deseja capturar o lead {capture.subject?.id ?? 'pendente'}?
      </ConfirmDialog>
      <ConfirmDialog
        opened={recover.opened}
        title="Recuperar Lead"
        onClose={recover.close}
        onConfirm={() => {
          recover.close()
          if (recover.subject !== null)
            void commands.recover(recover.subject.uid).then(() => {
              if (!view.opened) keepFocus()
            })
        }}
      >
        O lead {recover.subject?.id ?? 'pendente'} volta para o atendimento.
      </ConfirmDialog>
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
