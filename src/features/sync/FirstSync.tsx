/**
 * Inside the frame, in place of a screen that needs the first page of leads: the logo. DownloadNotice shows what it
 * waits for. From the second start on, nothing is shown.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { awaitFirstData } from '../../opening/first-screen.ts'
import { useFirstPull } from '../../opening/useFirstPull.ts'
import { Logo } from '../../ui/Logo.tsx'
import classes from './FirstSync.module.css'

interface FirstSyncProps {
  readonly userId: number
  /** Whether the screen can be shown without any data. */
  readonly showsEmpty: boolean
  readonly children: ReactNode
}

export function FirstSync({ userId, showsEmpty, children }: FirstSyncProps) {
  const { lastSyncAt } = useSyncStatus(userId)
  const pull = useFirstPull(userId)
  const hasData = pull === null || lastSyncAt !== null || (pull !== undefined && pull.done > 0)
  // Stays true: a reset of the mirror runs behind the screens.
  const [entered, setEntered] = useState(false)
  if (!entered && hasData) setEntered(true)
  const isEmpty = pull !== undefined && !entered && !hasData
  useEffect(() => {
    if (isEmpty) awaitFirstData()
  }, [isEmpty])
  if (entered || showsEmpty) return children
  return (
    <div className={classes.root} aria-busy="true">
      <Logo size={112} lit />
    </div>
  )
}
