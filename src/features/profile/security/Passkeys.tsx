/** The own passkeys, each with its last use: rename, remove, add. docs/rules.md#passkeys */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { isNotConfirmed } from '../../../api/confirmation.ts'
import { removePasskeyRoute, renamePasskeyRoute } from '../../../contract/passkeys.ts'
import type { SecondFactorState } from '../../../contract/second-factor.ts'
import { failureWords, online } from '../../../device/online.ts'
import { passkeyProblem } from '../../../device/second-factor/browser-passkeys.ts'
import { LONGEST_PASSKEY_NAME } from '../../../domain/session/passkeys.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.ts'

type Passkey = SecondFactorState['passkeys'][number]

interface PasskeysProps {
  readonly state: SecondFactorState
  readonly onAdd: () => void
  /** After a change, also one whose answer was lost. */
  readonly onChanged: () => void
}

export function Passkeys({ state, onAdd, onChanged }: PasskeysProps) {
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const [busy, setBusy] = useState(false)
  const obstacle = state.passkey_obstacle ?? passkeyProblem()
  const remove = async ({ id }: Passkey) => {
    setBusy(true)
    const result = await online((token) => call(removePasskeyRoute, { token, params: { id } }))
    setBusy(false)
    if (isNotConfirmed(result)) return
    setRemoved(null)
    onChanged()
    const isGone = result.kind === 'ok' || (result.kind === 'refused' && result.status === 404)
    if (isGone) return notify.success('Chave de acesso removida.')
    notify.error(failureWords(result, 'remover a chave', 'a chave foi removida') ?? '')
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 220px' }}>
          <Text fw={640}>Chaves de acesso</Text>
          <Text size="sm" c="dimmed">
            {obstacle ?? 'Entram com a digital, o rosto ou o PIN do aparelho, sem a senha.'}
          </Text>
        </div>
        {obstacle === null ? (
          <Button size="xs" variant="default" onClick={onAdd}>
            Criar chave
          </Button>
        ) : null}
      </Group>
      {state.passkeys.map((key) => (
        <Group key={key.id} justify="space-between" gap="sm" pl="md">
          <div style={{ flex: '1 1 200px', minWidth: 0 }}>
            <Text style={{ overflowWrap: 'anywhere' }}>{key.name}</Text>
            <Text size="sm" c="dimmed">
              {key.last_used_at === null
                ? `Criada em ${formatDateTime(key.created_at)}, ainda não usada`
                : `Último uso em ${formatDateTime(key.last_used_at)}`}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={`Renomear ${key.name}`}
              onClick={() => setRenamed(key)}
            >
              Renomear
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Remover ${key.name}`}
              onClick={() => setRemoved(key)}
            >
              Remover
            </Button>
          </Group>
        </Group>
      ))}
      <Dialog opened={renamed !== null} onClose={() => setRenamed(null)} title="Nome da chave" size="sm">
        {renamed === null ? null : (
          <NameForm
            passkey={renamed}
            onClose={() => setRenamed(null)}
            onSaved={() => {
              setRenamed(null)
              onChanged()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        opened={removed !== null}
        title={`Remover a chave ${removed?.name ?? ''}?`}
        danger
        confirm="Remover chave"
        busy={busy}
        onConfirm={() => {
          if (removed !== null) void remove(removed)
        }}
        onClose={() => setRemoved(null)}
      >
        Ela deixa de entrar na sua conta. Apague-a também nas senhas do aparelho, onde ela continua na lista.
      </ConfirmDialog>
    </Stack>
  )
}

interface NameFormProps {
  readonly passkey: Passkey
  readonly onClose: () => void
  readonly onSaved: () => void
}

function NameForm({ passkey, onClose, onSaved }: NameFormProps) {
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    if (name.trim() === '') return setProblem(REQUIRED_FIELD)
    setBusy(true)
    const result = await online((token) =>
      call(renamePasskeyRoute, { token, params: { id: passkey.id }, body: { name: name.trim() } }),
    )
    setBusy(false)
    if (result.kind === 'ok') return onSaved()
    setProblem(failureWords(result, 'renomear a chave', 'o nome foi salvo'))
  }
  return (
    <AskForm
      onSubmit={() => void save()}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy}>
            Salvar
          </Button>
        </>
      }
    >
      <TextInput
        label="Nome"
        maxLength={LONGEST_PASSKEY_NAME}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem}
        data-autofocus
      />
    </AskForm>
  )
}
