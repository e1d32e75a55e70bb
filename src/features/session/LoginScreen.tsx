/** Sign-in: docs/rules.md#sign-in. */
import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isDemoReachable } from '../../api/notices.ts'
import { wasProtected } from '../../db/session/device-mode.ts'
import line from '../../ui/LineLink.module.css'
import type { EntranceNotice } from './accounts/entrance-notice.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { type SignInCalls, SignInForm } from './SignInForm.tsx'
import { isSealedDevice } from './stored-token.ts'
import { WaitingWork } from './WaitingWork.tsx'
import type { WaitingHere } from './waiting-here.ts'

/** A warning on the sign-in screen where the server reports that strangers can reach its demo accounts. */
function DemoNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    void isDemoReachable(end.signal).then((reachable) => {
      if (!end.signal.aborted) setShown(reachable)
    })
    return () => end.abort()
  }, [])
  return (
    // Rendered before its content: screen readers announce what is added to it.
    <div role="status">
      {shown ? (
        <Alert color="amber" icon={<IconAlertTriangle />} mt="lg">
          Este servidor tem contas de demonstração, com senha pública, e pode ser acessado pela rede. Não
          registre dados reais.
        </Alert>
      ) : null}
    </div>
  )
}

/** Seldom needed: it does not belong to the sign-in screen's own code. */
const PersonalChoice = lazy(async () => ({ default: (await import('./PersonalChoice.tsx')).PersonalChoice }))

interface LoginScreenProps {
  readonly calls: SignInCalls
  /** Why the user is here, above the form. */
  readonly notice?: EntranceNotice | undefined
  /** null: the device's stores did not answer. */
  readonly waiting: WaitingHere | null
}

export function LoginScreen({ calls, notice, waiting }: LoginScreenProps) {
  const [offersPersonal] = useState(() => wasProtected(window.localStorage) && !isSealedDevice())
  return (
    <EntranceFrame title="Entrar no Farol">
      {notice === undefined ? null : (
        <Alert color={notice.kind === 'done' ? 'green' : 'amber'} mb="md" role="status">
          {notice.text}
        </Alert>
      )}
      {waiting === null ? null : <WaitingWork waiting={waiting} mb="md" />}
      <SignInForm calls={calls}>
        {offersPersonal ? (
          <Suspense>
            <PersonalChoice />
          </Suspense>
        ) : null}
        <Anchor className={line.centred} href="/redefine">
          Esqueci minha senha
        </Anchor>
        {isSealedDevice() ? (
          <Anchor className={line.centred} href="/">
            Voltar à tela bloqueada
          </Anchor>
        ) : null}
      </SignInForm>
      {/* Last: it appears after the screen, and must not move a field. */}
      <DemoNotice />
    </EntranceFrame>
  )
}
