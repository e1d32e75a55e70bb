/**
 * Erases a user's data from this device by order: docs/rules.md#erasing-a-device. Each step is recorded before it is taken,
 * so that the next start continues after a killed browser.
 */
import { call } from '../../api/call.ts'
import { type EraseOrder, eraseOrderRoute } from '../../contract/devices.ts'
import { beginErasure, type ErasedSession, noteErasure } from '../../db/session/erasure.ts'
import { endNotices } from '../../device/end-notices.ts'
import { closeBoard } from '../../workers/board-bridge.ts'
import { stopSync } from '../../workers/sync-bridge.ts'
import { markErased } from './erased-flag.ts'
import { eraseNow } from './finish-erasure.ts'
import { noteLeaving } from './leaving.ts'
import { sendEndings } from './send-endings.ts'
import { clearStoredToken, isSealedDevice, storedToken } from './stored-token.ts'
import { markEndings } from './waiting-endings.ts'

/** Asks with the token of an ended session. Resolves to null where nothing is to be erased, or no answer came. */
export async function askEraseOrder(token: string): Promise<EraseOrder | null> {
  const answer = await call(eraseOrderRoute, { token, body: { stage: 'asks' } })
  return answer.kind === 'ok' ? answer.value.data : null
}

interface Erasing {
  readonly session: ErasedSession
  /** Who ordered it. */
  readonly by: string | null
}

/** Erases now. Rejects if the store could not be deleted: the next start tries again. */
export async function eraseUser(erasing: Erasing): Promise<void> {
  const gone = eraseHere(erasing)
  // The page sees at once that the session has gone, and leaves only when the rest has gone, too.
  noteLeaving(gone.catch(() => undefined))
  await gone
  // Without an answer the record stays, and is sent like the end of a session.
  await sendEndings()
}

async function eraseHere({ session, by }: Erasing): Promise<void> {
  await noteErasure(session.token, by)
  markErased(by)
  await call(eraseOrderRoute, { token: session.token, body: { stage: 'received' } })
  await stopSync()
  closeBoard()
  await endNotices()
  markEndings()
  const proof = await beginErasure(session, Date.now())
  if (storedToken() === session.token) clearStoredToken()
  await eraseNow(proof, { token: session.token, userId: session.userId, done: false })
  if (isSealedDevice()) {
    const { leaveProtected } = await import('./leave-protected.ts')
    await leaveProtected(session.userId)
  }
}
