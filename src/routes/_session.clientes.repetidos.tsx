/** /clientes/repetidos: docs/rules.md#merging-clients */
import { createFileRoute } from '@tanstack/react-router'
import { RepeatedScreen } from '../features/clients/merge/RepeatedScreen.tsx'
import { repeatedSearchSchema } from '../features/clients/merge/repeated-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/clientes/repetidos')({ component: RepeatedRoute })

function RepeatedRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(repeatedSearchSchema)
  return user === null ? null : <RepeatedScreen user={user} search={search} onSearch={setSearch} />
}
