/** 'Agendamento de Lead': date and time, observations; closing shows only when a scheduling is open. Works offline. */
import { Modal } from '@mantine/core'
import type { Lead } from '../../../domain/lead/lead.ts'
import { SchedulingForm } from './SchedulingForm.tsx'

interface SchedulingDialogProps {
  readonly lead: Lead | null
  readonly userId: number
  readonly opened: boolean
  readonly onClose: () => void
  /** It is gone from the screen, focus given back. */
  readonly onClosed?: () => void
}

export function SchedulingDialog({ lead, userId, opened, onClose, onClosed }: SchedulingDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      title="Agendamento de Lead"
      size="md"
    >
      {lead === null ? null : <SchedulingForm key={lead.uid} lead={lead} userId={userId} onClose={onClose} />}
    </Modal>
  )
}
