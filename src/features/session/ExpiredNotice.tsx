/** Shown above the screen after the user closed the sign-in dialog: work is stored but not sent. */
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { NoticeBar } from '../../ui/NoticeBar.tsx'

export function ExpiredNotice({ onSignIn }: { onSignIn: () => void }) {
  return (
    <NoticeBar
      icon={<IconLock size={18} />}
      action={
        <Button size="xs" onClick={onSignIn}>
          Informar a senha
        </Button>
      }
    >
      Sua sessão expirou: o que você faz fica guardado neste aparelho e só é enviado depois que você entrar.
    </NoticeBar>
  )
}
