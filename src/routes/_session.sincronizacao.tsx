/** /sincronizacao, for every session. */
import { createFileRoute } from '@tanstack/react-router'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { SyncScreen } from '../features/sync/SyncScreen.tsx'

export const Route = createFileRoute('/_session/sincronizacao')({ component: SyncRoute })

function SyncRoute() {
  const user = useSessionUser()
  return user === null ? null : <SyncScreen userId={user.id} />
}
