/** The question before 'Cancelar lead'. First text, section 2. */
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

interface CancelDialogProps {
  readonly opened: boolean
  readonly title?: string
  /** Something was typed: it is saved first, and goes to nobody's loss. */
  readonly unsaved: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function CancelDialog(props: CancelDialogProps) {
  const { opened, title = 'Cancelar lead', unsaved, onConfirm, onClose } = props
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm={unsaved ? 'Salvar e confirmar' : 'Sim, cancelar lead'}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Lembre-se de salvar as alterações antes de confirmar
    </ConfirmDialog>
  )
}
