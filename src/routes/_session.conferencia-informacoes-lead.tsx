/** /conferencia-informacoes-lead: docs/rules.md#proposal-verification */
import { createFileRoute } from '@tanstack/react-router'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { VerificationScreen } from '../features/verification/VerificationScreen.tsx'
import { verificationSearchSchema } from '../features/verification/verification-search.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/conferencia-informacoes-lead')({
  component: VerificationRoute,
})

function VerificationRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(verificationSearchSchema)
  if (user === null) return null
  return <VerificationScreen user={user} search={search} onSearch={setSearch} />
}
