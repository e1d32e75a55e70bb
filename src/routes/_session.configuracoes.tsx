/** /configuracoes: docs/rules.md#settings */
import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../features/administration/settings/SettingsScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/configuracoes')({ component: SettingsRoute })

function SettingsRoute() {
  const user = useSessionUser()
  return user === null ? null : <SettingsScreen user={user} />
}
