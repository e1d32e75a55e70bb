/** 'Suspeitas': indications of a flood by a link, before they reach the board. docs/rules.md#suspicious-indications */
import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import {
  decideHeldRoute,
  type HeldDecision,
  type HeldIndication,
  heldIndicationsRoute,
} from '../../contract/held-indications.ts'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { failureWords, online } from '../../device/online.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { tableState } from '../../ui/table/table-search.ts'
import classes from './SuspiciousScreen.module.css'

const COLUMNS: readonly Column<HeldIndication>[] = [
  { key: 'nome', label: 'Nome', isTitle: true, cell: ({ name }) => <Text size="sm">{name}</Text> },
  {
    key: 'telefone',
    label: 'Telefone',
    noWrap: true,
    cell: ({ phone }) => (phone === '' ? '—' : formatPhone(phone)),
  },
  { key: 'seguro', label: 'Seguro', cell: ({ insurance }) => insurance },
  { key: 'link', label: 'Link de', cell: ({ inviter }) => inviter.name },
  { key: 'quando', label: 'Chegou', noWrap: true, cell: ({ received_at: at }) => formatDateTime(at) },
]

type Question = { readonly what: 'discard-all' } | { readonly what: 'discard'; readonly row: HeldIndication }

export function SuspiciousScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(
    user.id,
    heldIndicationsRoute,
    {},
    {
      what: 'ver as indicações suspeitas',
      keeps: false,
    },
  )
  const [asked, setAsked] = useState<Question | null>(null)
  const [state, setState] = useState(() => tableState({}))
  const [busy, setBusy] = useState(false)
  const rows = answer.value?.data
  const count = rows?.length ?? 0

  const decide = async (decision: HeldDecision) => {
    setBusy(true)
    const result = await online((token) => call(decideHeldRoute, { token, body: decision }))
    setBusy(false)
    setAsked(null)
    answer.refresh()
    if (result.kind === 'ok') return notify.success(result.value.message)
    notify.error(failureWords(result, 'decidir', 'a decisão foi gravada') ?? '')
  }

  const actions: Column<HeldIndication> = {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    width: 104,
    isActions: true,
    cell: (row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <RowAction
          label={`Levar ao Dashboard: ${row.name}`}
          tip="Levar ao Dashboard"
          icon={<IconCheck size={18} />}
          onClick={() => void decide({ decision: 'accept', uids: [row.uid] })}
        />
        <RowAction
          label={`Descartar ${row.name}`}
          tip="Descartar"
          icon={<IconTrash size={18} />}
          danger
          onClick={() => setAsked({ what: 'discard', row })}
        />
      </Group>
    ),
  }

  return (
    <section className={classes.root} aria-label="Suspeitas">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Suspeitas</VisuallyHidden>
      <Group justify="space-between" gap="sm" mb="sm">
        <Text size="sm" c="dimmed" maw={640}>
          Indicações que vieram de uma vez só por um link. Elas não chegam ao Dashboard até que alguém olhe, e
          saem daqui sozinhas depois de 30 dias. O prazo de cada uma começa quando ela vai ao Dashboard.
        </Text>
        {count === 0 ? null : (
          <Group gap="xs">
            <Button
              variant="default"
              disabled={busy}
              onClick={() => void decide({ decision: 'accept', uids: null })}
            >
              Levar todas ao Dashboard
            </Button>
            <Button color="red" disabled={busy} onClick={() => setAsked({ what: 'discard-all' })}>
              Descartar todas
            </Button>
          </Group>
        )}
      </Group>
      <Box mb="xs">
        <AnswerAge {...answer} />
      </Box>
      <DataTable
        label="Indicações suspeitas"
        columns={[...COLUMNS, actions]}
        rows={rows}
        idOf={({ uid }) => uid}
        state={state}
        onState={setState}
        empty={
          <EmptyState drawing="lost" title="Nenhuma indicação suspeita">
            Quando muitas pessoas chegam de uma vez por um link, elas esperam aqui.
          </EmptyState>
        }
      />
      <ConfirmDialog
        opened={asked !== null}
        title={asked?.what === 'discard' ? 'Descartar esta indicação?' : 'Descartar todas as indicações?'}
        danger
        confirm={asked?.what === 'discard' ? 'Descartar' : 'Descartar todas'}
        busy={busy}
        onConfirm={() => {
          if (asked !== null)
            void decide({ decision: 'discard', uids: asked.what === 'discard' ? [asked.row.uid] : null })
        }}
        onClose={() => setAsked(null)}
      >
        {asked?.what === 'discard'
          ? `A indicação de ${asked.row.name} é apagada e não volta.`
          : `${count === 1 ? 'A indicação é apagada e não volta.' : `As ${count} indicações são apagadas e não voltam.`}`}
      </ConfirmDialog>
    </section>
  )
}
