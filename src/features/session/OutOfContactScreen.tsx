/** In place of everything on a device that was without contact for too long: docs/rules.md#devices */
import { Text } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { counted } from '../../domain/text/counted.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SIGN_IN_AGAIN } from './sign-in-again.ts'

interface OutOfContactScreenProps {
  readonly user: SessionUser
  /** Of the setting. */
  readonly days: number
}

export function OutOfContactScreen({ user, days }: OutOfContactScreenProps) {
  return (
    <EntranceFrame
      title="Entre de novo"
      reason={`Este aparelho está há mais de ${counted(days, 'dia', 'dias')} sem contato com o Farol.`}
    >
      <Text mb="md">
        {user.name}, informe sua senha com internet para ver os seus dados. O que você fez está guardado neste
        aparelho.
      </Text>
      <SignInForm login={user.login} calls={SIGN_IN_AGAIN} />
    </EntranceFrame>
  )
}
