/** In place of the screens of a session that the server ended on purpose: its data have left this device. */
import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function RevokedScreen({ onSignIn }: { onSignIn: () => void }) {
  return (
    <EmptyState
      drawing="denied"
      order={1}
      title="Sua sessão foi encerrada"
      action={<Button onClick={onSignIn}>Informar a senha</Button>}
    >
      Por segurança, leads e clientes saíram deste aparelho. O que ainda não foi enviado continua guardado
      nele. Quando você entrar de novo, eles voltam.
    </EmptyState>
  )
}
