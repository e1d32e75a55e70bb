/** /clients/dados-pessoais: docs/rules.md#personal-data */
import { createFileRoute } from '@tanstack/react-router'
import { PersonalDataScreen } from '../features/clients/personal-data/PersonalDataScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/clients/dados-pessoais')({
  validateSearch: ({ cliente }: Record<string, unknown>): { cliente?: number } =>
    typeof cliente === 'number' && Number.isInteger(cliente) && cliente > 0 ? { cliente } : {},
  component: PersonalDataRoute,
})

function PersonalDataRoute() {
  const user = useSessionUser()
  const { cliente } = Route.useSearch()
  if (user === null) return null
  return <PersonalDataScreen user={user} clientId={cliente ?? null} />
}
