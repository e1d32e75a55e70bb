/** Gives up one command that is not on its way, after a question. */
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { commandLabel } from '../../commands/labels.ts'
import { openMirror } from '../../db/mirror.ts'
import type { OutboxRecord } from '../../db/schema.ts'
import { discardCommand } from '../../db/settle.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DISCARD_WARNING, decide } from './decide.ts'

export function DiscardButton({ userId, record }: { userId: number; record: OutboxRecord }) {
  const [asking, setAsking] = useState(false)
  const sending = record.state === 'sending'
  const label = `Descartar: ${commandLabel(record.command)}`
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={label}
        title={sending ? 'Está sendo enviada: não pode mais ser descartada' : label}
        disabled={sending}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        title="Descartar esta alteração?"
        confirm="Descartar"
        danger
        onConfirm={() => {
          setAsking(false)
          void decide(() => discardCommand(openMirror(userId), record.key))
        }}
        onClose={() => setAsking(false)}
      >
        {DISCARD_WARNING}
      </ConfirmDialog>
    </>
  )
}
