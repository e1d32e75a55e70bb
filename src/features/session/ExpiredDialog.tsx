/** The server ended the session: asks for the password over the current screen. The queue stays and is sent after. */
import { Button, Stack, Text } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { type Credentials, type SignInOutcome, signIn } from './sign-in.ts'

interface ExpiredDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

/** The change of the device session closes the dialog. */
async function signInAgain(credentials: Credentials): Promise<SignInOutcome> {
  const outcome = await signIn(credentials)
  if (outcome.kind === 'ok') nudgeSync()
  return outcome
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
        <CredentialsForm login={user.login} signIn={signInAgain}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Agora não
          </Button>
        </CredentialsForm>
      </Stack>
    </Dialog>
  )
}
