/** The sign-in that protects this device for the user whose screens are open. The page starts anew with the sealed store. */
import { forceReload } from '../../../page-life/page-life.ts'
import type { SignInCalls } from '../SignInForm.tsx'
import { sendEndings } from '../send-endings.ts'
import {
  answerSecondStep,
  enterAfterSetUp,
  enterWithLongerPassword,
  proveForStep,
  signInToProtect,
} from '../sign-in.ts'
import { markEndings } from '../waiting-endings.ts'

async function then<Outcome extends { readonly kind: string }>(outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'ok') return outcome
  // The end of the former session is stored with the new one (protected-sign-in.ts): what is not sent now is sent later.
  markEndings()
  await sendEndings()
  forceReload()
  // Until then the dialog shows that it runs.
  return new Promise<never>(() => undefined)
}

export const PROTECT: SignInCalls = {
  signIn: async (credentials) => then(await signInToProtect(credentials)),
  answerSecondStep: async (step, proof, remember) => then(await answerSecondStep(step, proof, remember)),
  proveForStep,
  // The key of this device is made of the password.
  signInWithPasskey: null,
  enterAfterSetUp: async (token) => then(await enterAfterSetUp(token)),
  enterWithLongerPassword: async (token, password) => then(await enterWithLongerPassword(token, password)),
}
