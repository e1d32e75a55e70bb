/** In place of everything until the user of this device has signed in again: docs/rules.md#devices */
import { Text } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { counted } from '../../domain/text/counted.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SIGN_IN_AGAIN } from './sign-in-again.ts'

interface SignInFirstScreenProps {
  readonly user: SessionUser
  /** How long the device may be without contact; null: it is protected, and the user's data lies in the clear. */
  readonly days: number | null
}

const BESIDE_SEALED = 'Este aparelho é protegido. A sua senha cifra também os seus dados.'
const outOfContact = (days: number) =>
  `Este aparelho está há mais de ${counted(days, 'dia', 'dias')} sem contato com o Farol.`

export function SignInFirstScreen({ user, days }: SignInFirstScreenProps) {
  return (
    <EntranceFrame title="Entre de novo" reason={days === null ? BESIDE_SEALED : outOfContact(days)}>
      <Text mb="md">
        {user.name}, informe sua senha com internet para ver os seus dados. O que você fez está guardado neste
        aparelho.
      </Text>
      <SignInForm login={user.login} calls={SIGN_IN_AGAIN} />
    </EntranceFrame>
  )
}
