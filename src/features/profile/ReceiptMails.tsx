/** 'Andamento por e-mail': whether a referrer is told by mail of the own indications. docs/rules.md#receipt */
import { Switch, Text } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { receiptMailsRoute, setReceiptMailsRoute } from '../../contract/receipt.ts'
import { failureWords, online } from '../../device/online.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { notify } from '../../ui/notify.ts'
import { ServerSection } from './ServerSection.tsx'

const INPUT = {}

export function ReceiptMails({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, receiptMailsRoute, INPUT, { what: 'ver esta escolha', keeps: false })
  /** null: as it was read. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const on = chosen ?? answer.value?.on
  const choose = async (next: boolean) => {
    setBusy(true)
    const result = await online((token) => call(setReceiptMailsRoute, { token, body: { on: next } }))
    setBusy(false)
    if (result.kind === 'ok') {
      setChosen(result.value.on)
      notify.saved(result.value.on ? 'O andamento vai por e-mail' : 'O andamento não vai mais por e-mail')
    } else notify.error(failureWords(result, 'mudar esta escolha', 'a escolha foi mudada') ?? '')
  }
  return (
    <ServerSection
      title="Andamento por e-mail"
      text="Um e-mail quando alguém que você indicou é atendido, cotado, fecha ou não fecha o seguro. O sino mostra o mesmo."
      problem={on === undefined ? (answer.problem?.words ?? null) : null}
      isLoading={on === undefined && answer.problem === null}
      dialogs={null}
    >
      {on === undefined ? null : (
        <Switch
          label="Receber o andamento das minhas indicações por e-mail"
          checked={on}
          disabled={busy}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />
      )}
      {on === true && user.email === '' ? (
        <Text size="sm" role="status">
          Sua conta não tem e-mail: informe um acima para receber.
        </Text>
      ) : null}
    </ServerSection>
  )
}
