/**
 * 'Proteger este aparelho': a sign-in with the password, after which the store is sealed. What waits to be sent is brought
 * over; the leads are downloaded anew. docs/rules.md#protected-devices
 */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { hasClearWorkOfOthers } from '../../../device/keyring/clear-work.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type SignInCalls, SignInForm } from '../SignInForm.tsx'
import type { SignInTask } from '../SignInObstacle.tsx'
import { PROTECT } from './protect.ts'

interface ProtectDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

const TASK: SignInTask = { button: 'Proteger', purpose: 'proteger este aparelho' }

export function ProtectDialog({ user, opened, onClose }: ProtectDialogProps) {
  const { isRunning, calls } = useProtecting()
  return (
    <Dialog
      opened={opened}
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
        {opened ? <OthersClear userId={user.id} /> : null}
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

/** What others left here in the clear can only be sealed with a key of theirs. */
function OthersClear({ userId }: { readonly userId: number }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    hasClearWorkOfOthers(userId).then(setThere, (error: unknown) => reportError(error))
  }, [userId])
  return isThere ? (
    <Alert color="amber" role="note">
      {OTHERS_CLEAR}
    </Alert>
  ) : null
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
