/** The picture for the app, and its first code. The secret counts from that code on. docs/rules.md#second-factor */
import { Anchor, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { askedAgain } from '../../api/asked-again.ts'
import { call } from '../../api/call.ts'
import { isNotConfirmed } from '../../api/confirmation.ts'
import { beginCodeAppRoute, confirmCodeAppRoute } from '../../contract/second-factor.ts'
import { CODE_DIGITS, typedCode } from '../../domain/session/second-factor.ts'
import line from '../../ui/LineLink.module.css'
import { QrPicture } from '../../ui/QrPicture.tsx'
import { failureWords } from '../online.ts'
import type { CallWith } from './call-with.ts'
import { SetUpFrame } from './SetUpFrame.tsx'

interface CodeAppSetUpProps {
  readonly callWith: CallWith
  /** `codes`: the first recovery codes; null: the earlier ones count on. */
  readonly onDone: (codes: readonly string[] | null) => void
  /** Without a further word, also where the own password was not given. */
  readonly onCancel: () => void
}

interface Begun {
  readonly secret: string
  readonly uri: string
}

export function CodeAppSetUp({ callWith, onDone, onCancel }: CodeAppSetUpProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one secret for each opening.
  useEffect(() => {
    let gone = false
    void callWith((token) => call(beginCodeAppRoute, { token })).then((result) => {
      if (gone) return
      if (result.kind === 'ok') return setBegun(result.value.data)
      if (isNotConfirmed(result)) return onCancel()
      setProblem(failureWords(result, 'ligar o aplicativo', 'a configuração começou'))
    })
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (begun !== null) field.current?.focus()
  }, [begun])

  const confirm = async () => {
    if (busy) return
    const code = typedCode(typed)
    if (code.length < CODE_DIGITS) {
      setWrong(`Digite os ${CODE_DIGITS} números do código`)
      return field.current?.focus()
    }
    setBusy(true)
    setProblem(null)
    const result = await callWith((token) =>
      askedAgain(['code app', token, code], (key) =>
        call(confirmCodeAppRoute, { token, key, body: { code } }),
      ),
    )
    setBusy(false)
    if (result.kind === 'ok') return onDone(result.value.recovery_codes)
    const about = result.kind === 'refused' ? result.body.errors?.code?.[0] : undefined
    setWrong(about ?? null)
    setProblem(
      about === undefined ? failureWords(result, 'ligar o aplicativo', 'o aplicativo foi ligado') : null,
    )
    field.current?.select()
  }

  return (
    <SetUpFrame
      problem={problem}
      submit="Ligar"
      busy={busy}
      disabled={begun === null}
      onSubmit={confirm}
      onCancel={onCancel}
    >
      <Text size="sm">
        Abra o seu aplicativo de códigos (Google Authenticator, Microsoft Authenticator ou outro), escolha
        adicionar uma conta e leia a imagem.
      </Text>
      {begun === null && problem === null ? (
        <Skeleton height={200} width={200} role="status" aria-label="Carregando" />
      ) : null}
      {begun === null ? null : (
        <>
          <Group gap="md" align="flex-start">
            <QrPicture text={begun.uri} size={200} label="Imagem para o aplicativo de códigos" />
            <Stack gap={4} flex="1 1 140px">
              <Text size="sm" c="dimmed">
                Está no mesmo aparelho? Digite esta chave no aplicativo:
              </Text>
              <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {begun.secret.match(/.{1,4}/g)?.join(' ')}
              </Text>
              <Anchor className={line.link} size="sm" href={begun.uri}>
                Abrir no aplicativo deste aparelho
              </Anchor>
            </Stack>
          </Group>
          <TextInput
            ref={field}
            label="Código que o aplicativo mostra"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={typed}
            onChange={(event) => setTyped(typedCode(event.currentTarget.value))}
            error={wrong}
          />
        </>
      )}
    </SetUpFrame>
  )
}
