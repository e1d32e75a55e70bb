/** Asks to discard one command that is not being sent. */
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { commandLabel } from '../../commands/registry.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'

export function DiscardButton({ record, onAsk }: { record: OutboxRecord; onAsk: () => void }) {
  const sending = record.state === 'sending'
  const label = `Descartar: ${commandLabel(record.command)}`
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      size="lg"
      aria-label={label}
      title={sending ? 'Está sendo enviada: não pode mais ser descartada' : label}
      disabled={sending}
      onClick={onAsk}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}
