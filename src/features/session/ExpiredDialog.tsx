/**
 * The server ended the session: asks for the password over everything that is open. What is typed below stays, and the queue
 * is sent after the sign-in. docs/rules.md#layers
 */
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { hasTyped, leaveForGood } from '../../ui/leaving/layers.ts'
import { SignInForm } from './SignInForm.tsx'
import { SIGN_IN_AGAIN } from './sign-in-again.ts'

interface ExpiredDialogProps {
  readonly user: SessionUser
  readonly opened: boolean
  /** Without a sign-in the screens below close, with what is typed in them. */
  readonly endsScreens: boolean
  readonly onClose: () => void
}

export function ExpiredDialog({ user, opened, endsScreens, onClose }: ExpiredDialogProps) {
  const [asks, setAsks] = useState(false)
  if (asks && !opened) setAsks(false)
  const close = () => {
    if (endsScreens && hasTyped()) setAsks(true)
    else onClose()
  }
  const leave = () => {
    leaveForGood()
    onClose()
  }
  return (
    <>
      <Dialog
        kind="session"
        opened={opened}
        onClose={close}
        title="Sua sessão expirou"
        closeOnClickOutside={false}
        // Aligned to the top: an alert below the buttons must not move them.
        centered={false}
      >
        <Stack gap="md">
          <Text>
            {user.name}, informe sua senha para continuar. O que você fez está guardado neste aparelho e é
            enviado em seguida.
          </Text>
          <SignInForm login={user.login} calls={SIGN_IN_AGAIN}>
            <Button variant="subtle" color="gray" onClick={close}>
              Agora não
            </Button>
          </SignInForm>
        </Stack>
      </Dialog>
      <ConfirmDialog
        layer="sessionQuestion"
        opened={asks}
        danger
        title="Descartar o que foi digitado?"
        confirm="Descartar alterações"
        onConfirm={leave}
        onClose={() => setAsks(false)}
      >
        Sem entrar de novo, esta tela se fecha. O que você digitou ainda não foi salvo.
      </ConfirmDialog>
    </>
  )
}
