/** Renews the keys of hand-overs while there is a network: docs/rules.md#hand-over */
import { call } from '../../api/call.ts'
import { handOverKeysRoute } from '../../contract/hand-over.ts'
import { correctedNow } from '../../db/mirror/clock-offset.ts'
import { openMirror } from '../../db/open.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import { readSession } from '../../db/session/device-session.ts'
import { handOverKeys, keepHandOverKeys } from '../../db/session/hand-over-keys.ts'
import { endingProof } from '../../db/session/session-endings.ts'
import { RENEW_AFTER_MS } from '../../domain/hand-over/rules.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import { HOUR_MS } from '../../domain/time/durations.ts'
import { newSigningKey } from './signing.ts'

const LOOK_EVERY_MS = HOUR_MS
/** The first screen and its sync come first. */
const FIRST_LOOK_MS = 5000

async function look(db: MirrorDb): Promise<void> {
  const session = await readSession(db.device)
  if (session === undefined || session.user.id !== db.userId || session.expired || !navigator.onLine) return
  const [kept, nowMs, proof] = await Promise.all([
    handOverKeys(db),
    correctedNow(db, Date.now()),
    endingProof(session.token),
  ])
  const receives = may('lead.receive', roleOf(session.user))
  // Another session, or another role, has other keys.
  const fits = kept?.session === proof && kept.ring.every(({ open }) => (open !== null) === receives)
  if (kept !== null && fits && Math.abs(nowMs - kept.renewedAt) < RENEW_AFTER_MS) return
  const { own, publicKey } = kept ?? (await newSigningKey())
  const answer = await call(handOverKeysRoute, { token: session.token, body: { public_key: publicKey } })
  if (answer.kind === 'ok')
    await keepHandOverKeys(db, { own, publicKey, ...answer.value.data, session: proof, renewedAt: nowMs })
}

/** Returns what ends it. */
export function keepKeysOfHandOvers(userId: number): () => void {
  const db = openMirror(userId)
  const safely = () => {
    look(db).catch(() => {
      // The user has signed out, or the disk is full. The next look tries again.
    })
  }
  const first = setTimeout(safely, FIRST_LOOK_MS)
  const timer = setInterval(safely, LOOK_EVERY_MS)
  window.addEventListener('online', safely)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    window.removeEventListener('online', safely)
  }
}
