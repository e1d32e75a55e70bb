/** 'Webhooks': addresses of other systems that are told of leads. docs/rules.md#webhooks */
import { Box, Button, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  type MadeWebhook,
  removeWebhookRoute,
  renewWebhookSecretRoute,
  switchWebhookRoute,
  testWebhookRoute,
  type Webhook,
  webhooksRoute,
} from '../../../contract/administration/webhooks.ts'
import { goneIsDone } from '../../../device/online.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useOneCall } from '../../../device/useOneCall.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { notify } from '../../../ui/notify.ts'
import { Unreachable } from '../../../ui/Unreachable.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import classes from '../CatalogueScreen.module.css'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

const INPUT = {}
const LOST_RENEWAL =
  'Não sabemos se o segredo foi renovado. Renove de novo: o segredo que o outro sistema tem ainda assina por 24 horas.'

export function WebhooksScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, webhooksRoute, INPUT, { what: 'ver os webhooks', keeps: false })
  const editing = useDialog<Webhook | 'new'>()
  const log = useDialog<Webhook>()
  const renewing = useDialog<Webhook>()
  const removing = useDialog<Webhook>()
  const switchingOff = useDialog<Webhook>()
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const { busy, act } = useOneCall(answer.refresh)
  /** Sent again after a lost answer, a renewal makes no third secret. */
  const renewal = useRef(crypto.randomUUID())
  const rows = answer.value?.data

  const test = async ({ id }: Webhook) => {
    const result = await act({ what: 'enviar um teste', lost: 'o teste foi enviado' }, (token) =>
      call(testWebhookRoute, { token, params: { id } }),
    )
    if (result?.kind === 'ok') notify.success('Teste a caminho. Veja em Envios se ele chegou.')
  }
  const turn = async ({ id }: Webhook, on: boolean) => {
    const words = on ? ['ligar', 'foi ligado', 'ligado'] : ['desligar', 'foi desligado', 'desligado']
    const result = await act({ what: `${words[0]} o webhook`, lost: words[1] ?? '' }, (token) =>
      call(switchWebhookRoute, { token, params: { id }, body: { on } }),
    )
    switchingOff.close()
    if (result?.kind === 'ok') notify.saved(`Webhook ${words[2]}`)
  }
  const renew = async ({ id }: Webhook) => {
    const result = await act({ what: 'renovar o segredo', lost: 'o segredo foi renovado' }, (token) =>
      call(renewWebhookSecretRoute, { token, key: renewal.current, params: { id } }),
    )
    renewing.close()
    if (result?.kind === 'unreachable' && result.mayBeDone === true) return notify.error(LOST_RENEWAL)
    renewal.current = crypto.randomUUID()
    if (result?.kind === 'ok') setMade(result.value)
  }
  const remove = async ({ id }: Webhook) => {
    const result = await act({ what: 'remover o webhook', lost: 'foi removido' }, async (token) =>
      goneIsDone(await call(removeWebhookRoute, { token, params: { id } })),
    )
    removing.close()
    if (result?.kind === 'ok') notify.saved('Webhook removido')
  }

  const shown = log.subject === null ? null : (rows?.find(({ id }) => id === log.subject?.id) ?? log.subject)
  return (
    <section className={classes.root} aria-label="Webhooks">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Webhooks</VisuallyHidden>
      <Group justify="space-between" gap="sm" mb="md" maw={860}>
        <Text size="sm" c="dimmed" maw={640}>
          O Farol avisa outros sistemas do que acontece com os leads. Saem números, status, canal e horários;
          dados do cliente, só onde você marcar.
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => editing.open('new')}>
          Novo webhook
        </Button>
      </Group>
      <Unreachable
        problem={answer.problem?.words ?? null}
        asking={answer.state === 'loading'}
        onAgain={answer.refresh}
      />
      {rows === undefined ? (
        answer.problem === null ? (
          <Loader size="sm" role="status" aria-label="Carregando os webhooks" />
        ) : null
      ) : rows.length === 0 ? (
        <EmptyState drawing="lost" title="Nenhum webhook ainda">
          Cadastre o endereço de um sistema que deve saber de leads novos, capturas, vendas e perdas.
        </EmptyState>
      ) : (
        <Box maw={860}>
          <Stack component="ul" gap="sm" m={0} p={0} aria-label="Webhooks">
            {rows.map((row) => (
              <WebhookCard
                key={row.id}
                row={row}
                busy={busy}
                onLog={() => log.open(row)}
                onTest={() => void test(row)}
                onEdit={() => editing.open(row)}
                onRenew={() => renewing.open(row)}
                onSwitch={() => (row.state === 'on' ? switchingOff.open(row) : void turn(row, true))}
                onRemove={() => removing.open(row)}
              />
            ))}
          </Stack>
        </Box>
      )}
      {editing.opened && editing.subject !== null ? (
        <WebhookDialog
          row={editing.subject === 'new' ? null : editing.subject}
          onMade={setMade}
          onClose={() => {
            editing.close()
            answer.refresh()
          }}
        />
      ) : null}
      {made === null ? null : <SecretDialog made={made} onClose={() => setMade(null)} />}
      {log.opened && shown !== null ? (
        <DeliveriesDialog
          user={user}
          webhook={shown}
          onClose={() => {
            log.close()
            answer.refresh()
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={renewing.opened}
        danger
        title={`Renovar o segredo de ${renewing.subject?.name ?? ''}?`}
        confirm="Renovar segredo"
        busy={busy}
        onConfirm={() => {
          if (renewing.subject !== null) void renew(renewing.subject)
        }}
        onClose={renewing.close}
      >
        O segredo novo vale na hora. O anterior ainda assina por 24 horas, para que o outro sistema seja
        trocado com calma.
      </ConfirmDialog>
      <ConfirmDialog
        opened={switchingOff.opened}
        danger
        title={`Desligar ${switchingOff.subject?.name ?? ''}?`}
        confirm="Desligar webhook"
        busy={busy}
        onConfirm={() => {
          if (switchingOff.subject !== null) void turn(switchingOff.subject, false)
        }}
        onClose={switchingOff.close}
      >
        Ele não fica sabendo do que acontecer, e o que espera não é enviado. Ligado de novo, recebe o que
        acontecer daí em diante.
      </ConfirmDialog>
      <ConfirmDialog
        opened={removing.opened}
        danger
        title={`Remover ${removing.subject?.name ?? ''}?`}
        confirm="Remover webhook"
        busy={busy}
        onConfirm={() => {
          if (removing.subject !== null) void remove(removing.subject)
        }}
        onClose={removing.close}
      >
        O que espera não é enviado, e a lista de envios some junto. Esta ação não pode ser desfeita.
      </ConfirmDialog>
    </section>
  )
}
