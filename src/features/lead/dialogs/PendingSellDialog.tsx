/** 'Vendido com Pendência' needs an observation, which is stored with the lead: docs/rules.md#steps. */

import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'

interface PendingSellDialogProps {
  readonly opened: boolean
  /** The lead's 'Informações adicionais'. The observation replaces them, so the field starts with them. */
  readonly note: string
  readonly onConfirm: (observation: string) => void
  readonly onClose: () => void
}

export function PendingSellDialog({ opened, note, onConfirm, onClose }: PendingSellDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Vendido com Pendência" size="md">
      <ObservationForm note={note} onConfirm={onConfirm} />
    </Dialog>
  )
}

function ObservationForm({ note, onConfirm }: Pick<PendingSellDialogProps, 'note' | 'onConfirm'>) {
  const [text, setText] = useState(note)
  const [asked, setAsked] = useState(false)
  const empty = text.trim() === ''
  const cancel = useTypedInDialog(text !== note)
  return (
    <AskForm
      onSubmit={() => {
        setAsked(true)
        if (!empty) onConfirm(text.trim())
      }}
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit">Continuar</Button>
        </>
      }
    >
      <Textarea
        label="Observação"
        description={`O que falta para concluir a venda. Fica em ${labelOf('additional_information')}.`}
        required
        rows={5}
        maxLength={4000}
        data-autofocus
        value={text}
        error={asked && empty ? 'Informe a observação' : false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </AskForm>
  )
}
