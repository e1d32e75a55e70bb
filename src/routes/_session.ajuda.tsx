/** /ajuda: docs/rules.md#help */
import { createFileRoute } from '@tanstack/react-router'
import { HelpScreen } from '../features/assistant/help/HelpScreen.tsx'
import { helpSearchSchema } from '../features/assistant/help/help-search.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/ajuda')({ component: HelpRoute })

function HelpRoute() {
  const [search, setSearch] = useScreenSearch(helpSearchSchema)
  return <HelpScreen search={search} onSearch={setSearch} />
}
