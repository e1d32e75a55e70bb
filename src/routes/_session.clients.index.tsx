/** /clients: docs/rules.md#list-of-clients */
import { createFileRoute } from '@tanstack/react-router'
import { ClientsScreen } from '../features/clients/ClientsScreen.tsx'
import { clientsSearchSchema } from '../features/clients/clients-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/clients/')({
  component: ClientsRoute,
})

function ClientsRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(clientsSearchSchema)
  if (user === null) return null
  return <ClientsScreen user={user} search={search} onSearch={setSearch} />
}
