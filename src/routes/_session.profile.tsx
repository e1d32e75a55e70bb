/** /profile: docs/rules.md#profile */
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ProfileScreen } from '../features/profile/ProfileScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'

const ProtectDialog = lazyAfterPaint(
  async () => (await import('../features/session/lock/ProtectDialog.tsx')).ProtectDialog,
)

export const Route = createFileRoute('/_session/profile')({ component: ProfileRoute })

function ProfileRoute() {
  const user = useSessionUser()
  const [protecting, setProtecting] = useState(false)
  if (user === null) return null
  return (
    <>
      <ProfileScreen user={user} onProtect={() => setProtecting(true)} />
      <ProtectDialog user={user} opened={protecting} onClose={() => setProtecting(false)} />
    </>
  )
}
