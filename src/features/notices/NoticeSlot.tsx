/** The bell in the top bar. Its code is loaded after the first screen, or with the first click. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'
import { BellButton } from './BellButton.tsx'

const NoticeBell = lazy(() => import('./NoticeBell.tsx'))

export function NoticeSlot({ user }: { readonly user: SessionUser }) {
  const [wanted, setWanted] = useState<'no' | 'closed' | 'opened'>('no')
  useEffect(() => {
    let gone = false
    void firstScreenShown().then(() => {
      if (!gone) setWanted((was) => (was === 'no' ? 'closed' : was))
    })
    return () => {
      gone = true
    }
  }, [])
  const waiting = <BellButton newCount={0} onClick={() => setWanted('opened')} />
  if (wanted === 'no') return waiting
  return (
    <Suspense fallback={waiting}>
      <NoticeBell user={user} beginsOpened={wanted === 'opened'} />
    </Suspense>
  )
}
