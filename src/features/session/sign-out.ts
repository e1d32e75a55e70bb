/** Signing out: the session and the mirror go; the queue only if the user says so. */
import { logout } from '../../api/session.ts'
import { clearSession } from '../../db/device-session.ts'
import type { DeviceSession } from '../../db/schema.ts'
import { wipeMirror } from '../../db/sign-out.ts'
import { closeBoard } from '../../workers/board-bridge.ts'
import { dropQueueCopy } from '../../workers/queue-copy-bridge.ts'
import { stopSync } from '../../workers/sync-bridge.ts'
import { clearStoredToken } from './stored-token.ts'

const SERVER_PATIENCE_MS = 3000

let leaving: Promise<void> | null = null

/** Resolves when a sign-out under way has wiped what it must: nothing may leave the page before. */
export function signOutDone(): Promise<void> {
  return leaving ?? Promise.resolve()
}

/** Ends with the sign-in screen loaded anew: no worker and no memory of the user is left behind. */
export async function signOut(session: DeviceSession, choice: { keepQueue: boolean }): Promise<void> {
  leaving = leave(session, choice)
  await leaving
  window.location.assign('/login')
}

async function leave(session: DeviceSession, { keepQueue }: { keepQueue: boolean }): Promise<void> {
  await stopSync()
  closeBoard()
  const revoked = session.expired ? Promise.resolve() : logout(session.token)
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, SERVER_PATIENCE_MS))])
  clearStoredToken()
  await clearSession()
  await wipeMirror(session.user.id, { keepOutbox: keepQueue })
  if (!keepQueue) dropQueueCopy(session.user.id)
}
