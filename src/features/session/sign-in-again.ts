/** A sign-in of the user whose screens are open. The change of the device session shows them again. */
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { type Credentials, type SignInOutcome, signIn } from './sign-in.ts'

export async function signInAgain(credentials: Credentials): Promise<SignInOutcome> {
  const outcome = await signIn(credentials)
  if (outcome.kind === 'ok') nudgeSync()
  return outcome
}
