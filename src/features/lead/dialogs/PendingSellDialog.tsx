/** 'Vendido com Pendência' needs an observation, which is stored with the lead: docs/rules.md#steps. */

import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { AskForm } from '../../../ui/AskForm.tsx'

interface PendingSellDialogProps {
  readonly opened: boolean
  /** The lead's 'Informações adicionais'. The observation replaces them, so the field starts with them. */
  readonly note: string
  readonly onConfirm: (observation: string) => void
  readonly onClose: () => void
}

export function PendingSellDialog({ opened, note, onConfirm, onClose }: PendingSellDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Vendido com Pendência" size="md">
      <ObservationForm note={note} onConfirm={onConfirm} onClose={onClose} />
    </Modal>
  )
}

function ObservationForm({ note, onConfirm, onClose }: Omit<PendingSellDialogProps, 'opened'>) {
  const [text, setText] = useState(note)
  const [asked, setAsked] = useState(false)
  const empty = text.trim() === ''
  return (
    <AskForm
      onSubmit={() => {
        setAsked(true)
        if (!empty) onConfirm(text.trim())
      }}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
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
