/** /clients/dados-pessoais: docs/rules.md#personal-data */
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { PersonalDataScreen } from '../features/clients/personal-data/PersonalDataScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/clients/dados-pessoais')({
  validateSearch: z.object({ cliente: z.number().int().positive().optional().catch(undefined) }),
  component: PersonalDataRoute,
})

function PersonalDataRoute() {
  const user = useSessionUser()
  const { cliente } = Route.useSearch()
  if (user === null) return null
  return <PersonalDataScreen user={user} clientId={cliente ?? null} />
}
