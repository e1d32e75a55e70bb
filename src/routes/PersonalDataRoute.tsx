/** /clients/dados-pessoais: docs/rules.md#personal-data. `pedido`: the request that led here. */
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { SessionUser } from '../domain/session/session-user.ts'
import { PersonalDataScreen } from '../features/clients/personal-data/PersonalDataScreen.tsx'

/** Most exports begin with a client. */
const RequestNotice = lazy(async () => ({
  default: (await import('../features/administration/privacy/RequestNotice.tsx')).RequestNotice,
}))

export function PersonalDataRoute({ user }: { readonly user: SessionUser }) {
  const { cliente, pedido } = useSearch({ from: '/_session/clients/dados-pessoais' })
  return (
    <PersonalDataScreen
      user={user}
      clientId={cliente ?? null}
      notice={
        pedido === undefined ? null : (
          <Suspense>
            <RequestNotice userId={user.id} id={pedido} />
          </Suspense>
        )
      }
    />
  )
}
