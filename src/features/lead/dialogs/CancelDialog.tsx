/** The question before 'Cancelar lead'. First text, section 2. */
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

interface CancelDialogProps {
  readonly opened: boolean
  readonly title?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function CancelDialog({ opened, title = 'Cancelar lead', onConfirm, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm="Sim, cancelar lead"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Lembre-se de salvar as alterações antes de confirmar
    </ConfirmDialog>
  )
}
