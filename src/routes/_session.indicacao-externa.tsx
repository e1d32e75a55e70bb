/** /indicacao-externa: docs/rules.md#external-indication */
import { createFileRoute } from '@tanstack/react-router'
import { ExternalScreen } from '../features/external/ExternalScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/indicacao-externa')({ component: ExternalRoute })

function ExternalRoute() {
  const user = useSessionUser()
  return user === null ? null : <ExternalScreen user={user} />
}
