/** The sign-in that protects this device for the user whose screens are open. The page starts anew with the sealed store. */
import { forceReload } from '../../../page-life/page-life.ts'
import { readSession } from '../../../store/session/device-session.ts'
import { endingProof, keepEnding } from '../../../store/session/session-endings.ts'
import type { SignInCalls } from '../SignInForm.tsx'
import { sendEndings } from '../send-endings.ts'
import { answerSecondStep, enterAfterSetUp, proveForStep, signInToProtect } from '../sign-in.ts'
import { markEndings } from '../waiting-endings.ts'

/** Local storage may keep the bytes of the old token: it ends. */
async function endFormer(token: string | undefined): Promise<void> {
  if (token === undefined) return
  await keepEnding({ proof: await endingProof(token), since: Date.now() })
  markEndings()
  await sendEndings()
}

async function then<Outcome extends { readonly kind: string }>(
  former: string | undefined,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'ok') return outcome
  // The ending is kept: a later start sends it, too.
  await endFormer(former).catch(() => undefined)
  forceReload()
  return outcome
}

const tokenBefore = async () => (await readSession())?.token

export const PROTECT: SignInCalls = {
  signIn: async (credentials) => then(await tokenBefore(), await signInToProtect(credentials)),
  answerSecondStep: async (step, proof, remember) =>
    then(await tokenBefore(), await answerSecondStep(step, proof, remember)),
  proveForStep,
  // The key of this device is made of the password.
  signInWithPasskey: null,
  enterAfterSetUp: async (token) => then(await tokenBefore(), await enterAfterSetUp(token)),
}
