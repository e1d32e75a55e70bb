/** /profile: docs/rules.md#profile */
import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '../features/profile/ProfileScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/profile')({ component: ProfileRoute })

function ProfileRoute() {
  const user = useSessionUser()
  return user === null ? null : <ProfileScreen user={user} />
}
