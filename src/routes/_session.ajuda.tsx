/** /ajuda: docs/rules.md#help */
import { createFileRoute } from '@tanstack/react-router'
import { roleOf } from '../domain/session/role.ts'
import { HelpScreen } from '../features/assistant/help/HelpScreen.tsx'
import { helpSearchSchema } from '../features/assistant/help/help-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/ajuda')({ component: HelpRoute })

function HelpRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(helpSearchSchema)
  return user === null ? null : <HelpScreen role={roleOf(user)} search={search} onSearch={setSearch} />
}
