/** 'Conversas sem lead': who wrote by WhatsApp and is no client. docs/rules.md#whatsapp-strangers */
import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconFilePlus, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ignoreStrangerRoute, type Stranger, strangersRoute } from '../../contract/whatsapp.ts'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { goneIsDone } from '../../device/online.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useOneCall } from '../../device/useOneCall.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { SubjectQuestion } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { tableState } from '../../ui/table/table-search.ts'
import { useDialog } from '../../ui/useDialog.ts'
import classes from './ConversationsScreen.module.css'

const INPUT = {}

const phoneOf = ({ number }: Stranger) => (number === null ? 'Número oculto' : formatPhone(number))
/** In a sentence. */
const whoOf = (row: Stranger) => (row.name === '' ? phoneOf(row) : row.name)

const COLUMNS: readonly Column<Stranger>[] = [
  {
    key: 'nome',
    label: 'Nome no WhatsApp',
    isTitle: true,
    cell: (row) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {row.name === '' ? 'Sem nome' : row.name}
      </Text>
    ),
  },
  { key: 'telefone', label: 'Telefone', noWrap: true, cell: phoneOf },
  {
    key: 'mensagens',
    label: 'Mensagens',
    align: 'right',
    cell: ({ messages }) => formatNumber(messages),
    sortBy: ({ messages }) => messages,
  },
  {
    key: 'ultima',
    label: 'Última',
    noWrap: true,
    cell: ({ last_at: at }) => formatDateTime(at),
    sortBy: ({ last_at: at }) => at,
  },
  { key: 'para', label: 'Para', cell: ({ owner }) => owner?.name ?? 'Casa' },
]

export function ConversationsScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, strangersRoute, INPUT, { what: 'ver as conversas sem lead' })
  const navigate = useNavigate()
  const ignoring = useDialog<Stranger>()
  const [state, setState] = useState(() => tableState({}))
  const { busy, act } = useOneCall(answer.refresh)

  const ignore = async ({ id }: Stranger) => {
    const words = { what: 'ignorar a conversa', lost: 'ela foi ignorada' }
    const result = await act(words, async (token) =>
      goneIsDone(await call(ignoreStrangerRoute, { token, params: { id } })),
    )
    ignoring.close()
    if (result?.kind === 'ok') notify.saved('Conversa ignorada')
  }

  const actions: Column<Stranger> = {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    width: 104,
    isActions: true,
    cell: (row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <RowAction
          label={`Criar lead de ${whoOf(row)}`}
          tip="Criar lead"
          icon={<IconFilePlus size={18} />}
          onClick={() => void navigate({ to: '/lead', search: { conversa: row.id } })}
        />
        <RowAction
          label={`Ignorar ${whoOf(row)}`}
          tip="Ignorar"
          icon={<IconX size={18} />}
          danger
          onClick={() => ignoring.open(row)}
        />
      </Group>
    ),
  }

  return (
    <section className={classes.root} aria-label="Conversas sem lead">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Conversas sem lead</VisuallyHidden>
      <Text size="sm" c="dimmed" maw={640} mb="sm">
        Quem escreveu por WhatsApp e não é cliente. O Farol guarda o número e o nome, não o que foi escrito, e
        esquece a conversa 90 dias depois da última mensagem.
      </Text>
      <Box mb="xs">
        <AnswerAge {...answer} />
      </Box>
      <DataTable
        label="Conversas sem lead"
        columns={[...COLUMNS, actions]}
        rows={answer.value?.data}
        idOf={({ id }) => id}
        state={state}
        onState={setState}
        empty={
          <EmptyState drawing="lost" title="Nenhuma conversa sem lead">
            Quando alguém que não é cliente escreve a um número da casa, a conversa aparece aqui.
          </EmptyState>
        }
      />
      <SubjectQuestion
        dialog={ignoring}
        onConfirm={(row) => void ignore(row)}
        title={`Ignorar ${ignoring.subject === null ? '' : whoOf(ignoring.subject)}?`}
        danger
        confirm="Ignorar conversa"
        busy={busy}
      >
        A conversa sai da lista, também se a pessoa escrever de novo nos próximos 90 dias. Nada é apagado no
        WhatsApp.
      </SubjectQuestion>
    </section>
  )
}
