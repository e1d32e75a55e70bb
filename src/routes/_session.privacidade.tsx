/** /privacidade: docs/rules.md#data-requests */
import { createFileRoute } from '@tanstack/react-router'
import { PrivacyScreen } from '../features/administration/privacy/PrivacyScreen.tsx'
import { privacySearchSchema } from '../features/administration/privacy/privacy-search.ts'
import { ErasureDialog } from '../features/clients/personal-data/ErasureDialog.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/privacidade')({
  component: PrivacyRoute,
})

function PrivacyRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(privacySearchSchema)
  if (user === null) return null
  return (
    <PrivacyScreen
      user={user}
      search={search}
      onSearch={setSearch}
      erasure={(asked) => <ErasureDialog {...asked} />}
    />
  )
}
