/** 'WhatsApp': the connection by which messages record themselves. docs/rules.md#whatsapp */
import { Alert, Box, Button, Group, Loader, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { call } from '../../../api/call.ts'
import { endWhatsAppRoute, type WhatsApp, whatsAppRoute } from '../../../contract/whatsapp.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { goneIsDone } from '../../../device/online.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useOneCall } from '../../../device/useOneCall.ts'
import { isStaff } from '../../../domain/permissions/roles.ts'
import { nationalNumber } from '../../../domain/phone/national-number.ts'
import { formatPhone } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { notify } from '../../../ui/notify.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { Unreachable } from '../../../ui/Unreachable.tsx'
import { useCopied } from '../../../ui/useCopied.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import classes from '../CatalogueScreen.module.css'
import { WhatsAppDialog } from './WhatsAppDialog.tsx'

const INPUT = {}

function Chip({ connection }: { readonly connection: WhatsApp }) {
  if (connection.state === 'removed') return <SoftChip color="red">Encerrado na Meta</SoftChip>
  return connection.last_event_at === null ? (
    <SoftChip color="orange">Esperando o primeiro aviso</SoftChip>
  ) : (
    <SoftChip color="green">Conectado</SoftChip>
  )
}

const faring = ({ verified_at, last_event_at, waiting, history_ignored }: WhatsApp): string =>
  [
    verified_at === null
      ? 'A Meta ainda não confirmou o endereço'
      : `Endereço confirmado em ${formatDateTime(verified_at)}`,
    last_event_at === null ? 'nenhum aviso ainda' : `último aviso em ${formatDateTime(last_event_at)}`,
    ...(waiting > 0 ? [`${counted(waiting, 'aviso espera', 'avisos esperam')} a vez`] : []),
    ...(history_ignored > 0
      ? [`${counted(history_ignored, 'mensagem antiga', 'mensagens antigas')} do histórico fora da conta`]
      : []),
  ].join(' · ')

interface ConnectionProps {
  readonly connection: WhatsApp
  readonly callbackUrl: string
  readonly onEdit: () => void
  readonly onEnd: () => void
}

function Connection({ connection, callbackUrl, onEdit, onEnd }: ConnectionProps) {
  const { waba_id, numbers, keeps_text, verify_token, last_problem, last_problem_at, state } = connection
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            Conta {waba_id}
          </Title>
          <Chip connection={connection} />
        </Group>
        <Text size="sm" c="dimmed">
          {faring(connection)}
        </Text>
        {state === 'removed' ? (
          <Alert color="red">Nada mais chega. Conecte o número de novo na Meta e salve a conexão aqui.</Alert>
        ) : null}
        {last_problem === null || last_problem_at === null ? null : (
          <Alert color="orange" title={`Último problema, ${formatDateTime(last_problem_at)}`}>
            {last_problem}
          </Alert>
        )}
        <Stack component="ul" gap={4} m={0} p={0} aria-label="Números">
          {numbers.map(({ phone_number_id, display_number, owner }) => (
            <Text component="li" size="sm" key={phone_number_id} style={{ listStyle: 'none' }}>
              {formatPhone(nationalNumber(display_number))} · {owner ?? 'da casa'}
            </Text>
          ))}
        </Stack>
        <Text size="sm">
          {keeps_text
            ? 'O texto das mensagens fica no histórico dos leads.'
            : 'O texto das mensagens não é guardado: só que foi enviada ou recebida, e quando.'}
        </Text>
        <CopyLine label="Endereço a cadastrar na Meta" text={callbackUrl} copies="Copiar endereço" />
        <CopyLine label="Código de verificação" text={verify_token} copies="Copiar código" />
        <Text size="sm" c="dimmed">
          Na Meta, em Webhooks do app, assine os campos messages, smb_message_echoes, smb_app_state_sync,
          history e account_update.
        </Text>
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={onEdit}>
            Editar conexão
          </Button>
          <Button size="sm" variant="light" color="red" onClick={onEnd}>
            Desconectar WhatsApp
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

export function WhatsAppScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, whatsAppRoute, INPUT, { what: 'ver a conexão', keeps: false })
  const users = useLiveQuery(async () => catalogue(openMirror(user.id), 'user'), [user.id])
  const editing = useDialog<WhatsApp | 'new'>()
  const ending = useDialog<WhatsApp>()
  const { busy, act } = useOneCall(answer.refresh)
  const owners = (users ?? [])
    .filter(({ active, role_id }) => active && isStaff(role_id))
    .map(({ id, name }) => ({ id, name }))

  const end = async () => {
    const words = { what: 'desconectar', lost: 'o WhatsApp foi desconectado' }
    const result = await act(words, async (token) => goneIsDone(await call(endWhatsAppRoute, { token })))
    ending.close()
    if (result?.kind === 'ok') notify.saved('WhatsApp desconectado')
  }

  const { value } = answer
  return (
    <section className={classes.root} aria-label="WhatsApp">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">WhatsApp</VisuallyHidden>
      <Text size="sm" c="dimmed" maw={640} mb="md">
        O que a equipe escreve no aplicativo WhatsApp Business entra sozinho no histórico do lead, e a
        primeira mensagem conta como o contato. Vale pela API oficial da Meta, com o aplicativo em uso.
      </Text>
      <Unreachable
        problem={answer.problem?.words ?? null}
        asking={answer.state === 'loading'}
        onAgain={answer.refresh}
      />
      {value === undefined ? (
        answer.problem === null ? (
          <Loader size="sm" role="status" aria-label="Carregando a conexão" />
        ) : null
      ) : (
        <Box maw={720}>
          {value.data === null ? (
            <EmptyState
              drawing="lost"
              title="WhatsApp não conectado"
              action={<Button onClick={() => editing.open('new')}>Conectar o WhatsApp</Button>}
            >
              É preciso um app na Meta com o WhatsApp e um número do aplicativo WhatsApp Business. A Ajuda
              mostra os passos.
            </EmptyState>
          ) : (
            <Connection
              connection={value.data}
              callbackUrl={value.callback_url}
              onEdit={() => value.data !== null && editing.open(value.data)}
              onEnd={() => value.data !== null && ending.open(value.data)}
            />
          )}
        </Box>
      )}
      {editing.opened && editing.subject !== null ? (
        <WhatsAppDialog
          connection={editing.subject === 'new' ? null : editing.subject}
          owners={owners}
          onClose={() => {
            editing.close()
            answer.refresh()
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={ending.opened}
        danger
        title="Desconectar o WhatsApp?"
        confirm="Desconectar WhatsApp"
        busy={busy}
        onConfirm={() => void end()}
        onClose={ending.close}
      >
        O Farol esquece o token, a chave e as conversas sem lead. O que já está no histórico dos leads fica.
        Tire também o endereço na Meta.
      </ConfirmDialog>
    </section>
  )
}

interface CopyLineProps {
  readonly label: string
  readonly text: string
  /** What the button says. */
  readonly copies: string
}

/** A text to carry into another system's form, with a button that copies it. */
function CopyLine({ label, text, copies }: CopyLineProps) {
  const { isCopied, copy } = useCopied(text)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap="xs">
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {text}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copiado' : copies}
        </Button>
      </Group>
    </Stack>
  )
}
