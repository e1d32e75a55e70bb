/** The sync worker's status, live in every tab. Heard once for the whole tab: who asks later knows the last word too. */
import { useSyncExternalStore } from 'react'
import { openMirror } from '../db/mirror/mirror.ts'
import { lastPullAt } from '../db/mirror/reads.ts'
import type { SyncStatus } from '../sync/api.ts'
import { IDLE, onSyncStatus } from '../workers/sync-bridge.ts'

let heard: { userId: number; status: SyncStatus; stop: () => void } | null = null
const listeners = new Set<() => void>()

/** Opens the ear for this user, in place of another's. It stays open as long as the tab. */
function hear(userId: number): void {
  if (heard?.userId === userId) return
  heard?.stop()
  const ear = { userId, status: IDLE, stop: () => {} }
  heard = ear
  const tell = (status: SyncStatus) => {
    // A worker that starts without a network doesn't know the time of the last sync: the mirror does.
    ear.status = { ...status, lastSyncAt: status.lastSyncAt ?? ear.status.lastSyncAt }
    for (const listener of listeners) listener()
  }
  lastPullAt(openMirror(userId)).then(
    (lastSyncAt) => {
      if (lastSyncAt !== null && ear.status.lastSyncAt === null) tell({ ...ear.status, lastSyncAt })
    },
    () => {
      // The store is closed for an upgrade or gone: the worker's own words follow.
    },
  )
  const stopHearing = onSyncStatus(userId, tell)
  // That the device lost its network is certain at once; that it has one again only an exchange tells.
  const lost = () => tell({ ...ear.status, connection: 'offline' })
  window.addEventListener('offline', lost)
  ear.stop = () => {
    window.removeEventListener('offline', lost)
    stopHearing()
  }
}

export function useSyncStatus(userId: number): SyncStatus {
  return useSyncExternalStore(
    (listener) => {
      hear(userId)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => (heard?.userId === userId ? heard.status : IDLE),
  )
}
