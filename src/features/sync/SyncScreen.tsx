/** /sincronizacao: the queue, refused commands with their decisions, the time of the last sync, the storage. */
import { Alert, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconQrcode, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { commandLabel } from '../../commands/registry.ts'
import { openMirror } from '../../db/open.ts'
import { isHandable } from '../../db/outbox/handable.ts'
import { wholeQueue } from '../../db/outbox/queue-order.ts'
import { pendingCounts, sentKeys } from '../../db/outbox/waiting.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { type Discarding, useDiscarding } from '../../device/useDiscarding.tsx'
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { type Names, NO_NAMES } from '../../domain/lead/field-words.ts'
import { formatDate, formatTime } from '../../domain/time/sao-paulo.ts'
import type { SyncStatus } from '../../sync/api.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProgressLine } from '../../ui/ProgressLine.tsx'
import { useEntryFocus } from '../../ui/useEntryFocus.ts'
import { useNow } from '../../ui/useNow.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { CopyCommands } from './CopyCommands.tsx'
import { isOldQueue, TAKING_OVER } from './connection-words.ts'
import { DevicePanel } from './DevicePanel.tsx'
import { ProblemCard } from './ProblemCard.tsx'
import { entryOf, QueueLine, subjectWords } from './QueueLine.tsx'
import { type QueueGroup, queueGroups } from './queue-groups.ts'
import classes from './SyncScreen.module.css'

/** Own work of a protected device that does not open: kept as it is, and named. docs/security.md#protected-devices */
function UnopenedNotice({ userId }: { readonly userId: number }) {
  const unopened = useMemo(() => openMirror(userId).unopened, [userId])
  const count = useSyncExternalStore(
    (listener) => unopened.onChange(listener),
    () => unopened.ownCount,
  )
  if (count === 0) return null
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle />}
      title={
        count === 1 ? '1 registro deste aparelho não abre' : `${count} registros deste aparelho não abrem`
      }
    >
      É trabalho seu que só existe aqui, e que foi alterado ou danificado no disco. O Farol o guarda como está
      e segue com o resto. Peça ajuda antes de sair da conta: a saída apaga.
    </Alert>
  )
}

const NO_RECORDS: readonly OutboxRecord[] = []
const NO_KEYS: ReadonlySet<string> = new Set()
/** A creation writes some twenty fields. */
const LINES_AT_FIRST = 6

interface SyncScreenProps {
  readonly userId: number
  /** Opens a refused save in the form again. */
  readonly onCorrect: (key: string) => void
  /** Below the queue: drafts that were not saved. */
  readonly drafts: ReactNode
}

export function SyncScreen({ userId, onCorrect, drafts }: SyncScreenProps) {
  const status = useSyncStatus(userId)
  const now = useNow(60_000)
  const records = useLiveQuery(async () => wholeQueue(openMirror(userId)), [userId], NO_RECORDS)
  const sent = useLiveQuery(async () => sentKeys(openMirror(userId)), [userId], NO_KEYS)
  const counts = useLiveQuery(async () => pendingCounts(openMirror(userId)), [userId])
  const names = useCatalogues(userId) ?? NO_NAMES
  const focus = useEntryFocus()
  const discarding = useDiscarding(userId, { onConfirmed: (record) => focus.leave(entryOf(record)) })
  const groups = queueGroups(records)
  const problems = groups.filter((group) => group.problem !== null)
  const waiting = groups.filter((group) => group.problem === null)

  return (
    <div className={classes.root}>
      <Group justify="space-between" align="flex-start" gap="md">
        <div>
          {/* The frame shows the title. */}
          <VisuallyHidden component="h1">Sincronização</VisuallyHidden>
          <LastSync status={status} />
        </div>
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={status.phase !== 'idle'}
          onClick={() => nudgeSync()}
        >
          Sincronizar agora
        </Button>
      </Group>
      {status.progress === null ? null : <ProgressLine label="Baixando leads" {...status.progress} />}
      {status.problem === null && !status.takingOver ? null : (
        <Alert color="amber" icon={<IconAlertTriangle />}>
          {status.problem ?? TAKING_OVER}
        </Alert>
      )}
      {counts !== undefined && isOldQueue(counts, now) ? (
        <Alert color="amber" icon={<IconAlertTriangle />} title="Há alterações esperando há mais de um dia">
          Conecte este aparelho à internet com o Farol aberto, ou exporte a fila para não depender só dele.
        </Alert>
      ) : null}
      <UnopenedNotice userId={userId} />
      <div className={classes.columns}>
        <Stack gap="lg" className={classes.queue}>
          {problems.length > 0 ? (
            <section aria-labelledby="to-solve" data-entries>
              <Title order={2} size="h3" id="to-solve" mb="sm" tabIndex={-1}>
                Para resolver
              </Title>
              <Stack gap="md">
                {problems.map(({ problem, together, others }) =>
                  problem === null ? null : (
                    <ProblemCard
                      key={entryOf(problem)}
                      userId={userId}
                      problem={problem}
                      together={together}
                      later={others}
                      names={names}
                      onDiscard={discarding.ask}
                      onDecide={() => focus.leave(entryOf(problem))}
                      onCorrect={(key) => {
                        focus.leave(entryOf(problem))
                        onCorrect(key)
                      }}
                    />
                  ),
                )}
              </Stack>
            </section>
          ) : null}
          <section aria-labelledby="queue" data-entries>
            <Title order={2} size="h3" id="queue" mb="sm" tabIndex={-1}>
              Fila de envio
            </Title>
            <Queue groups={waiting} sent={sent} names={names} onDiscard={discarding.ask} />
          </section>
          {drafts}
        </Stack>
        <DevicePanel userId={userId} queued={records.length} />
      </div>
      {discarding.dialog}
    </div>
  )
}

function LastSync({ status }: { status: SyncStatus }) {
  const { lastSyncAt } = status
  if (lastSyncAt === null) return <Text c="dimmed">Ainda não houve uma sincronização completa.</Text>
  return (
    <Text c="dimmed">
      Última sincronização em {formatDate(lastSyncAt)} às {formatTime(lastSyncAt)}
    </Text>
  )
}

interface QueueProps {
  readonly groups: readonly QueueGroup[]
  /** Keys of commands that the locked device sent. */
  readonly sent: ReadonlySet<string>
  readonly names: Names
  readonly onDiscard: Discarding['ask']
}

function Queue({ groups, sent, names, onDiscard }: QueueProps) {
  if (groups.length === 0)
    return (
      <Paper withBorder>
        <EmptyState drawing="done" title="Nada na fila" order={3}>
          O que você fizer sem conexão aparece aqui até chegar ao servidor.
        </EmptyState>
      </Paper>
    )
  return (
    <Stack gap="sm">
      {groups.map(({ entityUid, others }) => (
        <Paper key={entityUid} withBorder p="md">
          <Stack gap="sm">
            {others[0] === undefined ? null : (
              <Text fw={640} component="h3">
                {subjectWords(others[0])}
              </Text>
            )}
            {others.map((record) => (
              <div
                key={record.key}
                role="group"
                aria-label={commandLabel(record.command)}
                data-entry={entryOf(record)}
                tabIndex={-1}
              >
                <QueueLine
                  record={record}
                  isSent={sent.has(record.key)}
                  names={names}
                  atFirst={LINES_AT_FIRST}
                  action={
                    <>
                      {isHandable(record) ? <HandOverLink record={record} /> : null}
                      <DiscardButton record={record} onAsk={() => onDiscard(record, 'one')} />
                    </>
                  }
                />
              </div>
            ))}
            <CopyCommands records={others} names={names} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}

/** Leads from a waiting creation to its code for another device: docs/rules.md#hand-over */
function HandOverLink({ record: { entityUid, subject } }: { readonly record: OutboxRecord }) {
  return (
    <Button
      variant="subtle"
      size="xs"
      px="xs"
      leftSection={<IconQrcode size={18} aria-hidden />}
      aria-label={`Entregar na mão: ${subject.clientName}`}
      renderRoot={(props) => <Link to="/na-mao" search={{ entregar: entityUid }} {...props} />}
    >
      Entregar na mão
    </Button>
  )
}

/** Asks to discard one command that is not being sent. */
function DiscardButton({ record, onAsk }: { record: OutboxRecord; onAsk: () => void }) {
  const sending = record.state === 'sending'
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      px="xs"
      leftSection={<IconTrash size={18} aria-hidden />}
      aria-label={`Descartar alteração: ${commandLabel(record.command)}`}
      {...(sending ? { 'data-hint': 'Está sendo enviada: não pode mais ser descartada' } : {})}
      disabled={sending}
      onClick={onAsk}
    >
      Descartar alteração
    </Button>
  )
}
