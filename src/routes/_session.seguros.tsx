/** /seguros: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { CatalogueScreen } from '../features/administration/CatalogueScreen.tsx'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { insuranceList } from '../features/administration/lists/insurances.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/seguros')({
  validateSearch: listSearchSchema,
  component: ListRoute,
})

function ListRoute() {
  const user = useSessionUser()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  if (user === null) return null
  return (
    <CatalogueScreen
      user={user}
      list={insuranceList}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
