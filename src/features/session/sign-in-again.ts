/** A sign-in of the user whose screens are open. The change of the device session shows them again. */
import { nudgeSync } from '../../workers/sync-bridge.ts'
import type { SignInCalls } from './SignInForm.tsx'
import { answerSecondStep, enterAfterSetUp, proveForStep, signIn, signInWithPasskey } from './sign-in.ts'

function again<Outcome extends { readonly kind: string }>(outcome: Outcome): Outcome {
  if (outcome.kind === 'ok') nudgeSync()
  return outcome
}

export const SIGN_IN_AGAIN: SignInCalls = {
  signIn: async (credentials) => again(await signIn(credentials)),
  answerSecondStep: async (step, proof, remember) => again(await answerSecondStep(step, proof, remember)),
  proveForStep,
  signInWithPasskey: async (login) => again(await signInWithPasskey(login)),
  enterAfterSetUp: async (token) => again(await enterAfterSetUp(token)),
}
