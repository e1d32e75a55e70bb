/**
 * 'Proteger este aparelho': a sign-in with the password, after which the store is sealed. What waits to be sent is brought
 * over; the leads are downloaded anew. docs/rules.md#protected-devices
 */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { hasClearWorkOfOthers } from '../../../device/keyring/clear-work.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { forceReload } from '../../../page-life/page-life.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type SignInCalls, SignInForm } from '../SignInForm.tsx'
import type { SignInTask } from '../SignInObstacle.tsx'
import { sendEndings } from '../send-endings.ts'
import {
  answerSecondStep,
  enterAfterSetUp,
  enterWithLongerPassword,
  proveForStep,
  signInToProtect,
} from '../sign-in.ts'
import { markEndings } from '../waiting-endings.ts'

/** The page starts anew with the sealed store. */
async function startAnew<Outcome extends { readonly kind: string }>(outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'ok') return outcome
  // The end of the former session is stored with the new one (protected-sign-in.ts): what is not sent now is sent later.
  markEndings()
  await sendEndings()
  forceReload()
  // Until then the dialog shows that it runs.
  return new Promise<never>(() => undefined)
}

/** The sign-in that protects this device for the user whose screens are open. */
const PROTECT: SignInCalls = {
  signIn: async (credentials) => startAnew(await signInToProtect(credentials)),
  answerSecondStep: async (step, proof, remember) => startAnew(await answerSecondStep(step, proof, remember)),
  proveForStep,
  // The key of this device is made of the password.
  signInWithPasskey: null,
  enterAfterSetUp: async (token) => startAnew(await enterAfterSetUp(token)),
  enterWithLongerPassword: async (token, password) =>
    startAnew(await enterWithLongerPassword(token, password)),
}

interface ProtectDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

const TASK: SignInTask = { button: 'Proteger', purpose: 'proteger este aparelho' }

export function ProtectDialog({ user, opened, onClose }: ProtectDialogProps) {
  const { isRunning, calls } = useProtecting()
  const isOthersClear = useClearWorkOfOthers(user.id, opened)
  return (
    <Dialog
      opened={opened && isOthersClear !== null}
      // What runs can't be taken back: a closed dialog would promise that.
      onClose={isRunning ? () => undefined : onClose}
      withCloseButton={!isRunning}
      title="Proteger este aparelho"
      closeOnClickOutside={false}
      centered={false}
    >
      <Stack gap="md">
        <Text>
          O Farol vai cifrar os dados deste aparelho com a sua senha. Ele pedirá a senha quando o navegador
          reabrir e depois de alguns minutos sem uso, também sem internet.
        </Text>
        <Text>
          O que você ainda não enviou vai junto. Os leads são baixados de novo, o que leva alguns minutos. A
          proteção vale também para quem mais entrar neste aparelho.
        </Text>
        {isOthersClear === true ? (
          <Alert color="amber" role="note">
            {OTHERS_CLEAR}
          </Alert>
        ) : null}
        <SignInForm login={user.login} task={TASK} calls={calls}>
          {isRunning ? (
            // As high as the button in whose place it is.
            <Text ta="center" c="dimmed" py={7} role="status">
              Protegendo este aparelho…
            </Text>
          ) : (
            <Button variant="subtle" color="gray" onClick={onClose}>
              Agora não
            </Button>
          )}
        </SignInForm>
      </Stack>
    </Dialog>
  )
}

const OTHERS_CLEAR =
  'Neste aparelho há trabalho de outra pessoa que ainda não foi enviado. Continua sem cifra até ela entrar de novo.'

/** A store that another tab is upgrading opens late. The dialog waits this long at most. */
const PATIENCE_MS = 1000

/**
 * What others left here in the clear can only be sealed with a key of theirs. null until that is known: a sentence that comes
 * later would move the buttons from under a finger.
 */
function useClearWorkOfOthers(userId: number, isAsked: boolean): boolean | null {
  const [isThere, setThere] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isAsked) return
    // The first answer counts.
    const tell = (answer: boolean) => setThere((before) => before ?? answer)
    hasClearWorkOfOthers(userId).then(tell, (error: unknown) => {
      reportError(error)
      tell(false)
    })
    const timer = setTimeout(() => tell(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [userId, isAsked])
  return isThere
}

function useProtecting(): { readonly isRunning: boolean; readonly calls: SignInCalls } {
  const [isRunning, setRunning] = useState(false)
  const during = async <Outcome,>(act: () => Promise<Outcome>): Promise<Outcome> => {
    setRunning(true)
    return act().finally(() => setRunning(false))
  }
  const calls: SignInCalls = {
    ...PROTECT,
    signIn: (credentials) => during(() => PROTECT.signIn(credentials)),
    answerSecondStep: (step, proof, remember) =>
      during(() => PROTECT.answerSecondStep(step, proof, remember)),
    enterAfterSetUp: (token) => during(() => PROTECT.enterAfterSetUp(token)),
    enterWithLongerPassword: (token, password) =>
      during(() => PROTECT.enterWithLongerPassword(token, password)),
  }
  return { isRunning, calls }
}
