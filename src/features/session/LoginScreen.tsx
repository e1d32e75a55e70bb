/** Sign-in: docs/rules.md#sign-in. */
import { Alert, Anchor, Text } from '@mantine/core'
import type { EntranceNotice } from './accounts/entrance-notice.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { DemoNotice } from './DemoNotice.tsx'
import { EntranceFrame } from './EntranceFrame.tsx'
import type { Credentials, SignInOutcome } from './sign-in.ts'
import { WaitingWork } from './WaitingWork.tsx'

interface LoginScreenProps {
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>
  /** Why the user is here, above the form. */
  readonly notice?: EntranceNotice | undefined
}

export function LoginScreen({ signIn, notice }: LoginScreenProps) {
  return (
    <EntranceFrame title="Entrar no Farol">
      {notice === undefined ? null : (
        <Alert color={notice.kind === 'done' ? 'green' : 'amber'} mb="md" role="status">
          {notice.text}
        </Alert>
      )}
      <WaitingWork />
      <CredentialsForm signIn={signIn}>
        <Text ta="center">
          <Anchor href="/redefine">Esqueci minha senha</Anchor>
        </Text>
      </CredentialsForm>
      {/* Last: it appears after the screen, and must not move a field. */}
      <DemoNotice />
    </EntranceFrame>
  )
}
