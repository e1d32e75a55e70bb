/** /auditoria: docs/rules.md#audit */
import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '../features/administration/audit/AuditScreen.tsx'
import { auditSearchSchema } from '../features/administration/audit/audit-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/auditoria')({
  component: AuditRoute,
})

function AuditRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(auditSearchSchema)
  if (user === null) return null
  return <AuditScreen user={user} search={search} onSearch={setSearch} />
}
