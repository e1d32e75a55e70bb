/** The question before 'Cancelar lead': docs/rules.md#cancellation. */
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

interface CancelDialogProps {
  readonly opened: boolean
  readonly title?: string
  /** Whether typed values are saved first, in a cancellation in Quiver: docs/rules.md#cancellation-in-quiver */
  readonly savesFirst: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function CancelDialog(props: CancelDialogProps) {
  const { opened, title = 'Cancelar lead', savesFirst, onConfirm, onClose } = props
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm={savesFirst ? 'Salvar e confirmar' : 'Sim, cancelar lead'}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Lembre-se de salvar as alterações antes de confirmar
    </ConfirmDialog>
  )
}
