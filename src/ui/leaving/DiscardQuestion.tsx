/** The question before typed text is lost. */
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
