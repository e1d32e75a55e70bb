/** The sync worker's status, live in every tab. */
import { useEffect, useState } from 'react'
import type { SyncStatus } from '../../sync/api.ts'
import { onSyncStatus } from '../../workers/sync-bridge.ts'

const NO_STATUS: SyncStatus = {
  connection: 'unknown',
  phase: 'idle',
  progress: null,
  lastSyncAt: null,
  needsLogin: false,
  problem: null,
  appTooOld: false,
}

export function useSyncStatus(userId: number): SyncStatus {
  const [status, setStatus] = useState(NO_STATUS)
  useEffect(() => onSyncStatus(userId, setStatus), [userId])
  return status
}
