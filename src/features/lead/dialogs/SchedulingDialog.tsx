/** 'Agendamento de Lead': date, time, observations. Only an open scheduling can be closed. Works offline. */
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SchedulingForm } from './SchedulingForm.tsx'

interface SchedulingDialogProps {
  readonly lead: Lead | null
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
  /** Called when the dialog has disappeared and the focus has returned. */
  readonly onClosed?: () => void
  /** What was written is taken back. */
  readonly onUndone?: ((uid: string) => void) | undefined
}

export function SchedulingDialog(props: SchedulingDialogProps) {
  const { lead, user, opened, onClose, onClosed, onUndone } = props
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      title="Agendamento de Lead"
      size="md"
    >
      {lead === null ? null : (
        <SchedulingForm key={lead.uid} lead={lead} user={user} onClose={onClose} onUndone={onUndone} />
      )}
    </Dialog>
  )
}
