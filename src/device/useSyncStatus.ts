/** The sync worker's status, live in every tab. A tab subscribes once, so a later reader gets the latest status too. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { storeAfterPaint } from '../opening/first-reading.ts'
import type { SyncStatus } from '../sync/api.ts'
import { IDLE, onSyncStatus } from '../workers/sync-bridge.ts'

let current: { userId: number; status: SyncStatus; stop: () => void } | null = null
const listeners = new Set<() => void>()

/** Subscribes for this user and ends another user's subscription. The subscription lasts as long as the tab. */
function subscribeFor(userId: number): void {
  if (current?.userId === userId) return
  current?.stop()
  const subscription = { userId, status: IDLE, stop: () => {} }
  current = subscription
  const update = (status: SyncStatus) => {
    // A worker that starts without a network does not know the time of the last sync. The mirror does.
    subscription.status = { ...status, lastSyncAt: status.lastSyncAt ?? subscription.status.lastSyncAt }
    for (const listener of listeners) listener()
  }
  const pulled = async () => {
    const { lastPullAt, openMirror } = await storeAfterPaint()
    return lastPullAt(openMirror(userId))
  }
  pulled().then(
    (lastSyncAt) => {
      if (lastSyncAt !== null && subscription.status.lastSyncAt === null)
        update({ ...subscription.status, lastSyncAt })
    },
    () => {
      // The store is closed for an upgrade or deleted. The worker's status follows.
    },
  )
  const unsubscribe = onSyncStatus(userId, update)
  // The browser's offline event is reliable. That the network is back is known only after an exchange with the server.
  const lost = () => update({ ...subscription.status, connection: 'offline' })
  window.addEventListener('offline', lost)
  subscription.stop = () => {
    window.removeEventListener('offline', lost)
    unsubscribe()
  }
}

const statusOf = (userId: number) => (current?.userId === userId ? current.status : IDLE)

/** Returns what is known of the connection now. */
export const lastSyncStatus = (userId: number): SyncStatus => statusOf(userId)

function useStatus<Value>(userId: number, read: () => Value): Value {
  return useSyncExternalStore((listener) => {
    subscribeFor(userId)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, read)
}

export function useSyncStatus(userId: number): SyncStatus {
  return useStatus(userId, () => statusOf(userId))
}

/**
 * How often the server was reached again after it was not, or the browser had a network again: code that asks something
 * online asks it again then. A network that was away for a moment may have failed a call without the sync's notice.
 */
export function useReconnections(userId: number): number {
  const connection = useStatus(userId, () => statusOf(userId).connection)
  const [seen, setSeen] = useState({ connection, count: 0 })
  if (seen.connection !== connection) {
    const isBack = seen.connection === 'offline' && connection === 'online'
    setSeen({ connection, count: seen.count + (isBack ? 1 : 0) })
  }
  const [networks, setNetworks] = useState(0)
  useEffect(() => {
    const again = () => setNetworks((before) => before + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return seen.count + networks
}
