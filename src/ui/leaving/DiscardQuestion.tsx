/** The question before typed text is lost. Mounted when it is asked: earlier it would take the Escape that asks. */
import { ConfirmDialog } from '../ConfirmDialog.tsx'

interface DiscardQuestionProps {
  readonly onDiscard: () => void
  readonly onStay: () => void
}

export function DiscardQuestion({ onDiscard, onStay }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      opened
      danger
      title="Descartar o que foi digitado?"
      confirm="Descartar alterações"
      onConfirm={onDiscard}
      onClose={onStay}
    >
      O que você digitou ainda não foi salvo.
    </ConfirmDialog>
  )
}
