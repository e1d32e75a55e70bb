/** /profile: docs/rules.md#profile */
import { useState } from 'react'
import type { SessionUser } from '../domain/session/session-user.ts'
import { ProfileScreen } from '../features/profile/ProfileScreen.tsx'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'

const ProtectDialog = lazyAfterPaint(
  async () => (await import('../features/session/lock/ProtectDialog.tsx')).ProtectDialog,
)

export function ProfileRoute({ user }: { readonly user: SessionUser }) {
  const [protecting, setProtecting] = useState(false)
  return (
    <>
      <ProfileScreen user={user} onProtect={() => setProtecting(true)} />
      <ProtectDialog user={user} opened={protecting} onClose={() => setProtecting(false)} />
    </>
  )
}
