/** A user with a second factor, and the button that takes a lost one away. docs/rules.md#second-factor */
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { isNotConfirmed } from '../../../api/confirmation.ts'
import { resetFactorRoute } from '../../../contract/second-factor.ts'
import { failureWords, online } from '../../../device/online.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { notify } from '../../../ui/notify.ts'

export function FactorNote({ user }: { readonly user: { readonly id: number; readonly name: string } }) {
  const [has, setHas] = useState(true)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    const result = await online((token) => call(resetFactorRoute, { token, params: { id: user.id } }))
    setBusy(false)
    if (isNotConfirmed(result)) return
    setAsked(false)
    // Gone all the same: the user, or a colleague, was faster.
    if (result.kind === 'ok' || (result.kind === 'refused' && result.status === 404)) {
      setHas(false)
      return notify.success('Segundo fator removido. O usuário foi avisado por e-mail.')
    }
    notify.error(failureWords(result, 'remover o segundo fator', 'o segundo fator foi removido') ?? '')
  }
  if (!has) return null
  return (
    <Alert mt="md" icon={<IconShieldLock />} color="gray">
      <Group gap="xs" justify="space-between">
        <Text size="sm">Entra com um segundo fator, além da senha.</Text>
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          Remover segundo fator
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked}
        title={`Remover o segundo fator de ${user.name}?`}
        danger
        confirm="Remover segundo fator"
        busy={busy}
        onConfirm={() => void reset()}
        onClose={() => setAsked(false)}
      >
        Para quem perdeu o celular e os códigos. Tenha certeza de que o pedido é mesmo desta pessoa: depois
        disso a senha basta para entrar na conta. Ela recebe um e-mail.
      </ConfirmDialog>
    </Alert>
  )
}
