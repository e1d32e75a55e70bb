/** /parceiros: docs/rules.md#administration */
import { createFileRoute } from '@tanstack/react-router'
import { CatalogueScreen } from '../features/administration/CatalogueScreen.tsx'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { partnerList } from '../features/administration/lists/partners.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/parceiros')({
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
      list={partnerList}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
