/** Signing out: the session and the mirror go; queue and drafts only if the user says so. */
import { logout } from '../../api/session.ts'
import type { DeviceSession } from '../../db/mirror/schema.ts'
import { clearSession } from '../../db/session/device-session.ts'
import { endingProof, keepEnding, leaveSession } from '../../db/session/session-endings.ts'
import { type WhatStays, wipeMirror } from '../../db/session/sign-out.ts'
import { dropAllTyped } from '../../db/session/typed-last.ts'
import { closeBoard } from '../../workers/board-bridge.ts'
import { dropQueueCopy } from '../../workers/queue-copy-bridge.ts'
import { stopSync } from '../../workers/sync-bridge.ts'
import { clearStoredToken } from './stored-token.ts'
import { markEndings } from './waiting-endings.ts'

const SERVER_PATIENCE_MS = 3000

let leaving: Promise<void> | null = null

/** Resolves when a sign-out under way has wiped what it must: nothing may leave the page before. Rejects when it could not. */
export function signOutDone(): Promise<void> {
  return leaving ?? Promise.resolve()
}

/**
 * Ends with the sign-in screen loaded anew: no worker and no memory of the user is left behind. Rejects when the device
 * could not be wiped: by then nothing syncs, and the session may be gone.
 */
export async function signOut(session: DeviceSession, stays: WhatStays): Promise<void> {
  leaving = leave(session, stays)
  await leaving
  window.location.assign('/login')
}

async function leave(session: DeviceSession, stays: WhatStays): Promise<void> {
  await stopSync()
  closeBoard()
  const ending = { proof: await endingProof(session.token), since: Date.now() }
  const confirmed = await endOnServer(session)
  clearStoredToken()
  const noted = confirmed ? clearSession() : leaveSession(ending)
  // A full disk takes no ending. It must not stop a sign-out, which makes room.
  const isFull = await noted.then(
    () => false,
    () => true,
  )
  if (isFull) await clearSession()
  if (!confirmed) markEndings()
  await wipeMirror(session.user.id, stays)
  if (!stays.queue) dropQueueCopy(session.user.id)
  if (!stays.drafts) dropAllTyped(window.localStorage, session.user.id)
  if (isFull) await keepEnding(ending).catch(() => undefined)
}

/** Whether the server has said within its time that the session is ended. Of a token that it refused it is not asked. */
function endOnServer({ token, expired }: DeviceSession): Promise<boolean> {
  if (expired) return Promise.resolve(false)
  const answered = logout(token).then(({ kind }) => kind === 'ok')
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), SERVER_PATIENCE_MS))
  return Promise.race([answered, late])
}
