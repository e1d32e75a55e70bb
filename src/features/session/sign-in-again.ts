/** A sign-in of the user whose screens are open. The change of the device session shows them again. */
import { forceReload } from '../../page-life/page-life.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import type { SignInCalls } from './SignInForm.tsx'
import {
  answerSecondStep,
  enterAfterSetUp,
  enterWithLongerPassword,
  proveForStep,
  signIn,
  signInWithPasskey,
} from './sign-in.ts'
import { isSealedDevice } from './stored-token.ts'

async function again<Outcome extends { readonly kind: string }>(
  enter: () => Promise<Outcome>,
): Promise<Outcome> {
  const wasSealed = isSealedDevice()
  const outcome = await enter()
  if (outcome.kind !== 'ok') return outcome
  // The device is protected from now on: what runs in this page belongs to the clear store.
  if (isSealedDevice() && !wasSealed) forceReload()
  else nudgeSync()
  return outcome
}

export const SIGN_IN_AGAIN: SignInCalls = {
  signIn: (credentials) => again(() => signIn(credentials)),
  answerSecondStep: (step, proof, remember) => again(() => answerSecondStep(step, proof, remember)),
  proveForStep,
  signInWithPasskey: (login) => again(() => signInWithPasskey(login)),
  enterAfterSetUp: (token) => again(() => enterAfterSetUp(token)),
  enterWithLongerPassword: (token, password) => again(() => enterWithLongerPassword(token, password)),
}
