/**
 * 'Proteger este aparelho': a sign-in with the password, after which the store is sealed. What waits to be sent is brought
 * over; the leads are downloaded anew. docs/rules.md#protected-devices
 */
import { Button, Stack, Text } from '@mantine/core'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SignInForm } from '../SignInForm.tsx'
import { PROTECT } from './protect.ts'

interface ProtectDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

export function ProtectDialog({ user, opened, onClose }: ProtectDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
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
          O que você ainda não enviou vai junto. Os leads são baixados de novo, o que leva alguns minutos.
        </Text>
        <SignInForm login={user.login} calls={PROTECT}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Agora não
          </Button>
        </SignInForm>
      </Stack>
    </Dialog>
  )
}
