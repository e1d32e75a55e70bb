/** A new passkey: its name, then what the device asks. docs/rules.md#passkeys */
import { Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { askedAgain } from '../../api/asked-again.ts'
import { call } from '../../api/call.ts'
import { isNotConfirmed } from '../../api/confirmation.ts'
import { addPasskeyRoute, passkeyOptionsRoute } from '../../contract/passkeys.ts'
import { LONGEST_PASSKEY_NAME } from '../../domain/session/passkeys.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { failureWords } from '../online.ts'
import { deviceWords, makePasskey } from './browser-passkeys.ts'
import type { CallWith } from './call-with.ts'
import { SetUpFrame } from './SetUpFrame.tsx'

interface PasskeySetUpProps {
  readonly callWith: CallWith
  /** `codes`: the first recovery codes; null: the earlier ones count on. */
  readonly onDone: (codes: readonly string[] | null) => void
  readonly onCancel: () => void
}

export function PasskeySetUp({ callWith, onDone, onCancel }: PasskeySetUpProps) {
  const [name, setName] = useState(deviceWords)
  const [wrong, setWrong] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    field.current?.select()
    return () => {
      gone.current = true
    }
  }, [])

  const make = async (): Promise<string | null> => {
    const asked = await callWith((token) => call(passkeyOptionsRoute, { token }))
    if (isNotConfirmed(asked)) return null
    if (asked.kind !== 'ok') return failureWords(asked, 'criar a chave', 'a criação começou')
    if (gone.current) return null
    const made = await makePasskey(asked.value.data)
    if (made.kind === 'not_done') return made.message
    const body = { name: name.trim(), passkey: made.response }
    const added = await callWith((token) =>
      askedAgain(['passkey', token, body], (key) => call(addPasskeyRoute, { token, key, body })),
    )
    if (added.kind === 'ok') onDone(added.value.recovery_codes)
    return failureWords(added, 'criar a chave', 'a chave foi criada')
  }
  const submit = async () => {
    if (busy) return
    if (name.trim() === '') {
      setWrong(REQUIRED_FIELD)
      return field.current?.focus()
    }
    setWrong(null)
    setProblem(null)
    setBusy(true)
    const failed = await make()
    if (gone.current) return
    setBusy(false)
    setProblem(failed)
  }

  return (
    <SetUpFrame problem={problem} submit="Criar chave" busy={busy} onSubmit={submit} onCancel={onCancel}>
      <Text size="sm">
        Você entra com a digital, o rosto, o PIN deste aparelho ou uma chave de segurança, sem digitar a
        senha.
      </Text>
      <TextInput
        ref={field}
        label="Nome da chave"
        description="Para reconhecê-la na lista"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={LONGEST_PASSKEY_NAME}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={wrong}
        data-autofocus
      />
    </SetUpFrame>
  )
}
