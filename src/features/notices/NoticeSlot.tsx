/** The bell in the top bar. */

import type { SessionUser } from '../../domain/session/session-user.ts'
import { lazyOpened } from '../../opening/lazy-after-paint.tsx'
import { BellButton } from './BellButton.tsx'

export const NoticeSlot = lazyOpened<{ readonly user: SessionUser }>(
  async () => (await import('./NoticeBell.tsx')).NoticeBell,
  ({ onEarlyClick }) => <BellButton newCount={0} onClick={onEarlyClick} />,
)
