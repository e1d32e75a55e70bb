/** What stands over the board: the question before a capture, the lead, its scheduling. Focus goes back where it came from. */
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { focusCards } from './CardGrid.tsx'
import { LeadView } from './LeadView.tsx'
import { SchedulingDialog } from './SchedulingDialog.tsx'
import type { Catalogues } from './useCatalogues.ts'
import type { Dialog } from './useDialog.ts'
import type { LeadCommands } from './useLeadCommands.ts'

export interface BoardDialogsState {
  readonly capture: Dialog<Lead>
  readonly view: Dialog<Lead>
  readonly schedule: Dialog<Lead>
}

interface BoardDialogsProps extends BoardDialogsState {
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly commands: LeadCommands
  /** The corrected clock, epoch ms. */
  readonly nowMs: number
}

/**
 * The card that opened a dialog may have left the screen with what was done in it: the keyboard then stands on the
 * cards. Asked while the dialog is fading, when a focus that found no way back is still inside it.
 */
function keepFocus() {
  const at = document.activeElement
  if (at === null || at === document.body || at.closest('[role="dialog"]') !== null) focusCards()
}

export function BoardDialogs(props: BoardDialogsProps) {
  const { capture, view, schedule, user, catalogues, commands, nowMs } = props
  const confirmed = async (lead: Lead) => {
    capture.close()
    if (await commands.capture(lead.uid)) view.open(lead)
  }
  return (
    <>
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
      <LeadView
        lead={view.subject}
        opened={view.opened}
        covered={schedule.opened}
        user={user}
        catalogues={catalogues}
        onClose={view.close}
        onClosed={keepFocus}
        onSchedule={schedule.open}
        onServiceStatus={(lead, status) => void commands.setServiceStatus(lead.uid, status)}
      />
      <SchedulingDialog
        lead={schedule.subject}
        opened={schedule.opened}
        commands={commands}
        nowMs={nowMs}
        onClose={schedule.close}
        onClosed={() => {
          if (!view.opened) keepFocus()
        }}
      />
    </>
  )
}
