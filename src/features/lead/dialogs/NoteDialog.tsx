/** '+ Nota': a few words below what is noted, whatever else the lead still lacks. Works offline. docs/rules.md#quick-notes */
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { fullProblem, MOST_NOTE, NOTED_MESSAGE, withNote } from '../../../domain/lead/notes.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'
import { useOnce } from '../../../ui/useOnce.ts'

interface NoteDialogProps {
  readonly lead: Lead | null
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
  /** Called when the dialog has disappeared and the focus has returned. */
  readonly onClosed?: () => void
}

export function NoteDialog({ lead, user, opened, onClose, onClosed }: NoteDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      title={lead === null ? 'Nota' : `Nota · ${lead.client_name}`}
      size="md"
    >
      {lead === null ? null : <NoteForm key={lead.uid} lead={lead} user={user} onClose={onClose} />}
    </Dialog>
  )
}

function NoteForm({
  lead,
  user,
  onClose,
}: Pick<NoteDialogProps, 'user' | 'onClose'> & { readonly lead: Lead }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const cancel = useTypedInDialog(text.trim() !== '')
  const once = useOnce()
  const nowMs = useCorrectedClock(user.id)
  const problemOf = (note: string): string | null => {
    if (note === '') return 'Escreva a nota.'
    const at = new Date(nowMs()).toISOString()
    const after = withNote(lead.additional_information, { text: note, who: user.name, at })
    return fullProblem(after)?.message ?? null
  }
  const save = async () => {
    const note = text.trim()
    const found = problemOf(note)
    setProblem(found)
    if (found !== null) return
    const words = { done: NOTED_MESSAGE, failed: FAILED }
    if (await runCommandWithToast(user.id, 'lead.addNote', { lead_uid: lead.uid, note }, words)) onClose()
  }
  return (
    <AskForm
      onSubmit={() => void once(save)}
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit">Salvar</Button>
        </>
      }
    >
      <Textarea
        label="Nota"
        description={`Fica em ${labelOf('additional_information')}, com seu nome e a hora.`}
        rows={4}
        maxLength={MOST_NOTE}
        data-autofocus
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
      />
    </AskForm>
  )
}
