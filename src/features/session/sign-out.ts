/** Signing out: removes session and mirror, but queue and drafts only if the user chose so. */
import { call } from '../../api/call.ts'
import { endSessionRoute, logoutRoute } from '../../contract/session.ts'
import { unsavedCounts } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import type { DeviceSession, SessionEnding } from '../../db/schema/records.ts'
import { clearSession, sealedSessions } from '../../db/session/device-session.ts'
import { endingProof, keepEnding, leaveSession } from '../../db/session/session-endings.ts'
import { noteKeptDrafts } from '../../db/session/waiting-work.ts'
import { type WhatStays, wipeMirror } from '../../db/sign-out.ts'
import { dropAllTyped } from '../../db/typed-last.ts'
import { endNotices } from '../../device/end-notices.ts'
import { dropQueueCopy } from '../../device/keep-queue-copy.ts'
import { closeBoard } from '../../workers/board-bridge.ts'
import { stopSync } from '../../workers/sync-bridge.ts'
import { noteLeaving } from './leaving.ts'
import { clearStoredToken, isSealedDevice, SEALED, storeToken } from './stored-token.ts'
import { markEndings } from './waiting-endings.ts'

/** What ends a protected device's keys. No other device loads it. */
async function endOfKeys() {
  const [{ giveUpKeyring }, { leaveProtected }] = await Promise.all([
    import('../../device/keyring/give-up-keyring.ts'),
    import('./leave-protected.ts'),
  ])
  return { giveUpKeyring, leaveProtected }
}

const SERVER_PATIENCE_MS = 3000

/**
 * Signs out and loads the sign-in screen as a new page, so that no worker keeps the user's data in memory. Rejects if
 * the device could not be wiped: the sync has stopped then, and the session may already be gone.
 */
export async function signOut(session: DeviceSession, stays: WhatStays): Promise<void> {
  const done = leave(session, stays)
  noteLeaving(done)
  await done
  window.location.assign(isSealedDevice() ? '/' : '/login')
}

/** On a protected device a queue or drafts stay only if there are some: the keyring of an empty store goes. */
async function whatStays({ mode, user }: DeviceSession, stays: WhatStays): Promise<WhatStays> {
  if (mode !== 'sealed') return stays
  const { commands, drafts } = await unsavedCounts(openMirror(user.id))
  return { queue: stays.queue && commands > 0, drafts: stays.drafts && drafts > 0 }
}

async function leave(session: DeviceSession, chosen: WhatStays): Promise<void> {
  const sealed = session.mode === 'sealed' ? await endOfKeys() : null
  await stopSync()
  const stays = await whatStays(session, chosen)
  closeBoard()
  await endNotices()
  const forgetsKeys = sealed !== null && !stays.queue && !stays.drafts
  const proof = await endingProof(session.token)
  const ending: SessionEnding = { proof, since: Date.now(), ...(forgetsKeys && { forgetsKeys }) }
  const confirmed = await endOnServer(session, forgetsKeys)
  // First of what is deleted: without it nothing of a protected store opens any more.
  await sealed?.giveUpKeyring(session.user.id, stays)
  clearStoredToken()
  const noted = confirmed ? clearSession() : leaveSession(ending)
  // A full disk can't store the ending. That must not prevent a sign-out, which frees space.
  const isFull = await noted.then(
    () => false,
    () => true,
  )
  if (isFull) await clearSession()
  if (!confirmed) markEndings()
  await wipeMirror(session.user.id, stays)
  if (!stays.queue) dropQueueCopy(session.user.id)
  if (!stays.drafts) dropAllTyped(window.localStorage, session.user.id)
  noteKeptDrafts(window.localStorage, session.user.id, stays.drafts, Date.now())
  if (isFull) await keepEnding(ending).catch(() => undefined)
  if (sealed !== null) return sealed.leaveProtected(session.user.id)
  // The lock screen of the others comes back.
  if ((await sealedSessions()).length > 0) storeToken(SEALED)
}

/**
 * Whether the server has ended the session, and with `forgetsKeys` deleted its half of the device's key. A sign-out asks
 * for no password: the proof of the token does it.
 */
async function endThere(token: string, forgetsKeys: boolean): Promise<boolean> {
  if (!forgetsKeys) return (await call(logoutRoute, { token })).kind === 'ok'
  const body = { proof: await endingProof(token), forgets_keys: true }
  return (await call(endSessionRoute, { body })).kind === 'ok'
}

/** Whether the server confirmed the end in time. For a token that the server refused there is no call. */
function endOnServer({ token, expired }: DeviceSession, forgetsKeys: boolean): Promise<boolean> {
  if (expired) return Promise.resolve(false)
  const answered = endThere(token, forgetsKeys)
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), SERVER_PATIENCE_MS))
  return Promise.race([answered, late])
}
