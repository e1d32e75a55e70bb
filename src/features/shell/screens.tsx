/** The screens for an unknown path, a missing permission and an error. Each has a way home. */
import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
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

/** How browsers name code that could not be fetched: of a screen that no earlier visit has kept. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed/i

/** The screen of a thrown error. For a full disk, and for a screen that is not on the device, it states what the user can do. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const { online } = useNetwork()
  const reload = <Button onClick={() => window.location.reload()}>Recarregar</Button>
  if (error instanceof Error && NOT_FETCHED.test(error.message))
    return (
      <EmptyState
        order={1}
        drawing="broken"
        title="Esta tela ainda não foi baixada"
        // Without a network the browser might have nothing to show after it.
        action={online ? reload : home}
      >
        {online
          ? 'A conexão falhou enquanto ela abria. Recarregue a página.'
          : 'Sem conexão, abrem as telas que este aparelho já baixou. O que você fez está guardado e será enviado.'}
      </EmptyState>
    )
  return (
    <EmptyState order={1} drawing="broken" title="Algo deu errado nesta tela" action={reload}>
      {isQuotaError(error)
        ? NO_ROOM
        : 'O que você fez está guardado neste aparelho. Recarregue; se continuar, avise um administrador.'}
    </EmptyState>
  )
}
