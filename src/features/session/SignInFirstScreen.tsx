/** In place of everything until the user of this device has signed in again: docs/rules.md#devices */
import { Text } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SIGN_IN_AGAIN } from './sign-in-again.ts'

interface SignInFirstScreenProps {
  readonly user: SessionUser
  /** A sentence. */
  readonly reason: string
}

export function SignInFirstScreen({ user, reason }: SignInFirstScreenProps) {
  return (
    <EntranceFrame title="Entre de novo" reason={reason}>
      <Text mb="md">
        {user.name}, informe sua senha com internet para ver os seus dados. O que você fez está guardado neste
        aparelho.
      </Text>
      <SignInForm login={user.login} calls={SIGN_IN_AGAIN} />
    </EntranceFrame>
  )
}
