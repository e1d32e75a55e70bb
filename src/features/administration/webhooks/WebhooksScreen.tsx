/** 'Webhooks': addresses of other systems that are told of leads. docs/rules.md#webhooks */
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
import { useAnswer } from '../../../device/useAnswer.ts'
import { useOneCall } from '../../../device/useOneCall.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { SubjectQuestion } from '../../../ui/ConfirmDialog.tsx'
import { notify } from '../../../ui/notify.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { SwitchedScreen, type SwitchedWords } from '../SwitchedScreen.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

const INPUT = {}
const LOST_RENEWAL =
  'Não sabemos se o segredo foi renovado. Renove de novo: o segredo que o outro sistema tem ainda assina por 24 horas.'

const WORDS: SwitchedWords = {
  add: 'Novo webhook',
  loading: 'Carregando os webhooks',
  none: 'Nenhum webhook ainda',
  on: { what: 'ligar o webhook', lost: 'foi ligado', done: 'Webhook ligado', confirm: 'Ligar webhook' },
  off: {
    what: 'desligar o webhook',
    lost: 'foi desligado',
    done: 'Webhook desligado',
    confirm: 'Desligar webhook',
  },
  removal: {
    what: 'remover o webhook',
    lost: 'foi removido',
    done: 'Webhook removido',
    confirm: 'Remover webhook',
  },
}

export function WebhooksScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, webhooksRoute, INPUT, { what: 'ver os webhooks', keeps: false })
  const editing = useDialog<Webhook | 'new'>()
  const log = useDialog<Webhook>()
  const renewing = useDialog<Webhook>()
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const calls = useOneCall(answer.refresh)
  const { busy, act } = calls
  /** Sent again after a lost answer, a renewal makes no third secret. */
  const renewal = useRef(crypto.randomUUID())
  const rows = answer.value?.data

  const test = async ({ id }: Webhook) => {
    const result = await act({ what: 'enviar um teste', lost: 'o teste foi enviado' }, (token) =>
      call(testWebhookRoute, { token, params: { id } }),
    )
    if (result?.kind === 'ok') notify.success('Teste a caminho. Veja em Envios se ele chegou.')
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
  const shown = log.subject === null ? null : (rows?.find(({ id }) => id === log.subject?.id) ?? log.subject)
  return (
    <SwitchedScreen
      title="Webhooks"
      intro="O Farol avisa outros sistemas do que acontece com os leads. Saem números, status, canal e horários; dados do cliente, só onde você marcar."
      words={WORDS}
      answer={answer}
      calls={calls}
      start="Cadastre o endereço de um sistema que deve saber de leads novos, capturas, vendas e perdas."
      onNew={() => editing.open('new')}
      card={(row, acts) => (
        <WebhookCard
          key={row.id}
          row={row}
          {...acts}
          onLog={() => log.open(row)}
          onTest={() => void test(row)}
          onEdit={() => editing.open(row)}
          onRenew={() => renewing.open(row)}
        />
      )}
      question={({ state }) =>
        state === 'on'
          ? 'Ele não fica sabendo do que acontecer, e o que espera não é enviado. Ligado de novo, recebe o que acontecer daí em diante.'
          : null
      }
      turn={({ id }, on, token) => call(switchWebhookRoute, { token, params: { id }, body: { on } })}
      loss="O que espera não é enviado, e a lista de envios some junto. Esta ação não pode ser desfeita."
      remove={({ id }, token) => call(removeWebhookRoute, { token, params: { id } })}
    >
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
      <SubjectQuestion
        dialog={renewing}
        onConfirm={(row) => void renew(row)}
        danger
        title={`Renovar o segredo de ${renewing.subject?.name ?? ''}?`}
        confirm="Renovar segredo"
        busy={busy}
      >
        O segredo novo vale na hora. O anterior ainda assina por 24 horas, para que o outro sistema seja
        trocado com calma.
      </SubjectQuestion>
    </SwitchedScreen>
  )
}
