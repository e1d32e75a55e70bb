/** The server ended the session: asks for the password over the current screen. The queue stays and is sent after. */
import { Button, Stack, Text } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SIGN_IN_AGAIN } from './sign-in-again.ts'

interface ExpiredDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
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
        <SignInForm login={user.login} calls={SIGN_IN_AGAIN}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Agora não
          </Button>
        </SignInForm>
      </Stack>
    </Dialog>
  )
}
