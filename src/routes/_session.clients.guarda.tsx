/** /clients/guarda: docs/rules.md#legal-keep */
import { createFileRoute } from '@tanstack/react-router'
import { KeepScreen } from '../features/clients/personal-data/KeepScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/clients/guarda')({ component: KeepRoute })

function KeepRoute() {
  const user = useSessionUser()
  return user === null ? null : <KeepScreen user={user} />
}
