/** The bell in the top bar. Its code is loaded after the first screen; a click before that opens it then. */
import { useState } from 'react'
import { later } from '../../device/later.tsx'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { BellButton } from './BellButton.tsx'

interface BellProps {
  readonly user: SessionUser
  readonly beginsOpened: boolean
  readonly onEarlyClick: () => void
}

const NoticeBell = later<BellProps>(
  async () => (await import('./NoticeBell.tsx')).NoticeBell,
  ({ onEarlyClick }) => <BellButton newCount={0} onClick={onEarlyClick} />,
)

export function NoticeSlot({ user }: { readonly user: SessionUser }) {
  const [wanted, setWanted] = useState(false)
  return <NoticeBell user={user} beginsOpened={wanted} onEarlyClick={() => setWanted(true)} />
}
