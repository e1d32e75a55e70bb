/** /clients/dados-pessoais: docs/rules.md#personal-data. `pedido`: the request that led here. */
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PersonalDataScreen } from '../features/clients/personal-data/PersonalDataScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

/** Most exports begin with a client. */
const RequestNotice = lazy(async () => ({
  default: (await import('../features/administration/privacy/RequestNotice.tsx')).RequestNotice,
}))

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

export const Route = createFileRoute('/_session/clients/dados-pessoais')({
  validateSearch: ({ cliente, pedido }: Record<string, unknown>): { cliente?: number; pedido?: number } => ({
    ...(isNumber(cliente) ? { cliente } : {}),
    ...(isNumber(pedido) ? { pedido } : {}),
  }),
  component: PersonalDataRoute,
})

function PersonalDataRoute() {
  const user = useSessionUser()
  const { cliente, pedido } = Route.useSearch()
  if (user === null) return null
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
