/**
 * Whether this user's data lies in the clear beside the sealed data of others: an earlier version let a second user of a
 * protected device in so. Asked once, at the start, while the server can be reached. docs/rules.md#protected-devices
 */
import { useEffect, useState } from 'react'
import type { DeviceSession } from '../../db/schema/records.ts'
import { firstScreenShown } from '../../opening/first-screen.ts'
import { importWithRetry } from '../../opening/import-with-retry.ts'

async function hasSealed(): Promise<boolean> {
  await firstScreenShown()
  const { sealedSessions } = await importWithRetry(() => import('../../db/session/device-session.ts'))
  return (await sealedSessions()).length > 0
}

export function useBesideSealed({ mode }: DeviceSession): boolean {
  const [isBeside, setBeside] = useState(false)
  const [isClear] = useState(mode !== 'sealed')
  useEffect(() => {
    if (!isClear || !navigator.onLine) return
    hasSealed().then(setBeside, (error: unknown) => reportError(error))
  }, [isClear])
  return isBeside && mode !== 'sealed'
}
