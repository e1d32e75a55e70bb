/** The screens for an unknown path, a missing permission and an error. Each has a way home. */
import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { isQuotaError, NO_ROOM } from '../../db/access/storage-full.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

const home = (
  <Button component={Link} to="/">
    Ir para o início
  </Button>
)

export function NotFoundScreen() {
  return (
    <EmptyState order={1} drawing="lost" title="Página não encontrada" action={home}>
      O endereço não existe ou mudou. Confira o que foi digitado ou volte ao início.
    </EmptyState>
  )
}

export function DeniedScreen() {
  return (
    <EmptyState order={1} drawing="denied" title="Você não tem permissão" action={home}>
      Esta tela existe, mas não para o seu perfil. Se precisar dela, fale com um administrador.
    </EmptyState>
  )
}

/** The screen of a thrown error. For a full disk it states what the user can do. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  return (
    <EmptyState
      order={1}
      drawing="broken"
      title="Algo deu errado nesta tela"
      action={<Button onClick={() => window.location.reload()}>Recarregar</Button>}
    >
      {isQuotaError(error)
        ? NO_ROOM
        : 'O que você fez está guardado neste aparelho. Recarregue; se continuar, avise um administrador.'}
    </EmptyState>
  )
}
