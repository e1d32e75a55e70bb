/** 'Agendamento de Lead': date and time, observations; closing shows only when a scheduling is open. Works offline. */
import { Modal } from '@mantine/core'
import type { Lead } from '../../domain/lead/lead.ts'
import { SchedulingForm } from './SchedulingForm.tsx'
import type { LeadCommands } from './useLeadCommands.ts'

interface SchedulingDialogProps {
  readonly lead: Lead | null
  readonly opened: boolean
  readonly commands: LeadCommands
  readonly nowMs: number
  readonly onClose: () => void
  /** It is gone from the screen, focus given back. */
  readonly onClosed: () => void
}

export function SchedulingDialog({
  lead,
  opened,
  commands,
  nowMs,
  onClose,
  onClosed,
}: SchedulingDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Agendamento de Lead"
      size="md"
    >
      {lead === null ? null : (
        <SchedulingForm key={lead.uid} lead={lead} commands={commands} nowMs={nowMs} onClose={onClose} />
      )}
    </Modal>
  )
}
