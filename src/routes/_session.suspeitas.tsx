/** /suspeitas: docs/rules.md#suspicious-indications */
import { createFileRoute } from '@tanstack/react-router'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { SuspiciousScreen } from '../features/suspicious/SuspiciousScreen.tsx'

export const Route = createFileRoute('/_session/suspeitas')({
  component: SuspiciousRoute,
})

function SuspiciousRoute() {
  const user = useSessionUser()
  return user === null ? null : <SuspiciousScreen user={user} />
}
