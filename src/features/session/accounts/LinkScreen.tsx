/**
 * The page of a mail's link: a password, a new address to confirm, or 'Não fui eu'. Opening it uses nothing up.
 * docs/rules.md#links, #not-me
 */
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { confirmEmailRoute, disownByLinkRoute, linkRoute, type OpenLink } from '../../../contract/accounts.ts'
import { SHORTEST_PASSWORD } from '../../../domain/session/password.ts'
import { EntranceFrame } from '../EntranceFrame.tsx'
import { entranceFailure } from './entrance-failure.ts'
import { useEntrance } from './entrance-notice.ts'
import { LinkTap } from './LinkTap.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

const TITLES: Readonly<Record<OpenLink['purpose'], string>> = {
  verify: 'Criar senha',
  redefine: 'Criar nova senha',
  email: 'Confirmar e-mail',
  disown: 'Não foi você?',
}

interface LinkScreenProps {
  readonly code: string
}

export function LinkScreen({ code }: LinkScreenProps) {
  const [link, setLink] = useState<OpenLink | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const enter = useEntrance()
  /** A link that can't be used leads to the sign-in, which says why. */
  const leave = useCallback((text: string) => enter({ kind: 'problem', text }), [enter])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks again.
  useEffect(() => {
    const stopped = new AbortController()
    void call(linkRoute, { params: { hash: code }, signal: stopped.signal }).then((result) => {
      if (stopped.signal.aborted) return
      const first = result.kind === 'ok' ? result.value.data[0] : undefined
      if (first !== undefined) return setLink(first)
      if (result.kind === 'refused' && result.body.code === 'link_unusable') return leave(result.body.message)
      setProblem(entranceFailure(result))
    })
    return () => stopped.abort()
  }, [code, tries, leave])

  if (link === null)
    return (
      <EntranceFrame title="Criar senha" reason="Conferindo o seu link…">
        {problem === null ? (
          <Stack gap="md" aria-busy="true" role="status" aria-label="Carregando">
            <Skeleton height={68} />
            <Skeleton height={68} />
            <Skeleton height={42} />
          </Stack>
        ) : (
          <Alert color="red" role="alert">
            <Stack gap="sm">
              {problem}
              <Button
                variant="default"
                w="fit-content"
                onClick={() => {
                  setProblem(null)
                  setTries(tries + 1)
                }}
              >
                Tentar de novo
              </Button>
            </Stack>
          </Alert>
        )}
      </EntranceFrame>
    )
  return (
    <EntranceFrame title={TITLES[link.purpose]} reason={`Olá, ${link.name}. O seu login é ${link.login}.`}>
      {link.purpose === 'disown' ? (
        <LinkTap
          confirm="Não fui eu, encerrar tudo"
          danger
          back="Fui eu, voltar"
          ask={() => call(disownByLinkRoute, { body: { verify_code: code } })}
          onUnusable={leave}
        >
          <Text>
            Se não foi você, outra pessoa pode estar usando a sua conta. Ao confirmar, todas as sessões são
            encerradas, o que foi configurado desde o aviso deixa de valer, e a conta só abre com uma senha
            nova.
          </Text>
          <Text size="sm" c="dimmed">
            O que você ainda não enviou continua guardado nos seus aparelhos.
          </Text>
        </LinkTap>
      ) : link.purpose === 'email' ? (
        <LinkTap
          confirm="Confirmar e-mail"
          back="Voltar"
          ask={() => call(confirmEmailRoute, { body: { verify_code: code } })}
          onUnusable={leave}
        >
          <Text>
            O novo e-mail da sua conta será <strong>{link.new_email ?? ''}</strong>.
          </Text>
        </LinkTap>
      ) : (
        <NewPasswordForm
          code={code}
          login={link.login}
          name={link.name}
          shortest={link.shortest_password ?? SHORTEST_PASSWORD}
          onUnusable={leave}
        />
      )}
    </EntranceFrame>
  )
}
