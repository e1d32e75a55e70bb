/** One queued command: its action, time, state, and what the user wrote in it. */
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconCloudUp, IconHandStop, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commandLabel } from '../../commands/registry.ts'
import { commandLines } from '../../commands/written-lines.ts'
import { isReceived } from '../../db/outbox/handable.ts'
import type { OutboxRecord, OutboxState } from '../../db/schema/records.ts'
import type { Names } from '../../domain/lead/field-words.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { FieldLines } from '../../ui/FieldLines.tsx'
import { SoftChip } from '../../ui/SoftChip.tsx'
import type { ChipColor } from '../../ui/theme.ts'
import classes from './QueueLine.module.css'

const STATES: Readonly<Record<OutboxState, { label: string; color: ChipColor; Icon: typeof IconClock }>> = {
  queued: { label: 'Na fila', color: 'gray', Icon: IconClock },
  sending: { label: 'Enviando', color: 'petrol', Icon: IconCloudUp },
  conflict: { label: 'Em conflito', color: 'orange', Icon: IconAlertTriangle },
  rejected: { label: 'Recusada', color: 'red', Icon: IconHandStop },
  blocked: { label: 'Aguardando a anterior', color: 'amber', Icon: IconLock },
}

/** Sent before without an answer. It is sent again under its key as soon as there is a connection. */
const WAITING = { label: 'Aguardando conexão', color: 'gray', Icon: IconClock } as const

/** The device sent it while it was locked, and has not heard the answer. */
const SENT = { label: 'Enviada, aguardando resposta', color: 'petrol', Icon: IconCloudUp } as const

interface QueueLineProps {
  readonly record: OutboxRecord
  /** The server has it. */
  readonly isSent?: boolean
  readonly names: Names
  /** Fields that the card shows in another place. */
  readonly shownElsewhere?: ReadonlySet<string> | undefined
  /** Values that are shown before a button shows the rest. Absent: all. */
  readonly atFirst?: number
  /** Beside the state: an action for the command. */
  readonly action?: ReactNode
}

export function QueueLine({ record, isSent, names, shownElsewhere, atFirst, action }: QueueLineProps) {
  const { label, color, Icon } =
    isSent === true
      ? SENT
      : record.state === 'sending' && record.attempts > 1
        ? WAITING
        : STATES[record.state]
  const lines = commandLines(record, names).filter(({ field }) => shownElsewhere?.has(field) !== true)
  return (
    <div className={classes.root}>
      <div className={classes.words}>
        <Text fw={640} component="span">
          {commandLabel(record.command)}
        </Text>
        <Text size="sm" c="dimmed">
          {formatDateTime(record.queuedAt)}
        </Text>
        {isReceived(record) ? (
          <Text size="sm">Recebido na mão: vai em nome de quem cadastrou o lead.</Text>
        ) : null}
      </div>
      <SoftChip color={color} icon={<Icon />}>
        {label}
      </SoftChip>
      {action}
      <FieldLines lines={lines} atFirst={atFirst} />
    </div>
  )
}

/** Returns the command's entry name on the screen. It stays when the command is retried under another key. */
export const entryOf = ({ seq }: OutboxRecord) => String(seq)

/** Returns 'Lead 1234 · Ana Souza', of a client alone its name. A lead of this device has no number yet. */
export function subjectWords({ subject, entityUid, clientUid }: OutboxRecord): string {
  if (entityUid === clientUid) return subject.clientName || 'Cliente'
  const number = subject.leadId === null ? 'Nº pendente' : `Lead ${subject.leadId}`
  return subject.clientName === '' ? number : `${number} · ${subject.clientName}`
}
