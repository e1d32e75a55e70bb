/** The server ended the session: asks for the password over the current screen. The queue stays and is sent after. */
import { Button, Stack, Text } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { type SignInCalls, SignInForm } from './SignInForm.tsx'
import { answerSecondStep, enterAfterSetUp, proveForStep, signIn, signInWithPasskey } from './sign-in.ts'

interface ExpiredDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

/** The change of the device session closes the dialog. */
function again<Outcome extends { readonly kind: string }>(outcome: Outcome): Outcome {
  if (outcome.kind === 'ok') nudgeSync()
  return outcome
}

const CALLS: SignInCalls = {
  signIn: async (credentials) => again(await signIn(credentials)),
  answerSecondStep: async (step, proof, remember) => again(await answerSecondStep(step, proof, remember)),
  proveForStep,
  signInWithPasskey: async (login) => again(await signInWithPasskey(login)),
  enterAfterSetUp: async (token) => again(await enterAfterSetUp(token)),
}

export function ExpiredDialog({ user, opened, onClose }: ExpiredDialogProps) {
  return (
    // Aligned to the top: an alert below the buttons must not move them.
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Sua sessão expirou"
      closeOnClickOutside={false}
      centered={false}
    >
      <Stack gap="md">
        <Text>
          {user.name}, informe sua senha para continuar. O que você fez está guardado neste aparelho e é
          enviado em seguida.
        </Text>
        <SignInForm login={user.login} calls={CALLS}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Agora não
          </Button>
        </SignInForm>
      </Stack>
    </Dialog>
  )
}
