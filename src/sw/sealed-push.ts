/**
 * Sends what a protected device sealed for the server while it was open. This worker has no keys: it reads clear records
 * alone, and the answers are learnt at the unlock. docs/sync-protocol.md#sealed-push
 */
import Dexie from 'dexie'
import { SEALED_LIFE_MS, sealedPushRoute } from '../contract/sealed-push.ts'
import {
  LOCKED_SENDS,
  lockedSendsFrom,
  SEALED_PUSH,
  type SealedPushRecord,
  sealedPushFrom,
} from '../db/outbox/sealed-push-record.ts'
import { mirrorName } from '../db/sealing/mirror-name.ts'
import { sealedSessions } from '../db/session/device-session.ts'
import { unlessUnlocked } from './locked-orders.ts'

/** `retry`: the browser should repeat the sync event. */
type SealedEnd = 'done' | 'retry'

/** Each answer has at least one result more, and known ones come at once. */
const MOST_REQUESTS = 10

/** Sends for each locked user of this device. */
export async function sendSealedPushes(nowMs = Date.now()): Promise<SealedEnd> {
  let end: SealedEnd = 'done'
  for (const { userId, expired } of await sealedSessions())
    if (!expired)
      await unlessUnlocked(userId, async () => {
        if ((await sendOf(userId, nowMs)) === 'retry') end = 'retry'
      })
  return end
}

async function sendOf(userId: number, nowMs: number): Promise<SealedEnd> {
  const name = mirrorName(userId, true)
  if (!(await Dexie.exists(name))) return 'done'
  // In the version that it has, and without the layer that opens records.
  const db = new Dexie(name)
  try {
    await db.open()
    const record = sealedPushFrom((await db.table('meta').get(SEALED_PUSH))?.value)
    if (record === null || record.sent || !(await isWhole(db, record))) return 'done'
    if (Math.abs(nowMs - record.at) > SEALED_LIFE_MS) return 'done'
    await noteBegun(db, record)
    const answer = await post(record)
    if (answer === 'refused') await db.table('meta').delete(SEALED_PUSH)
    if (answer === 'sent') await db.table('meta').put({ name: SEALED_PUSH, value: { ...record, sent: true } })
    return answer === 'later' ? 'retry' : 'done'
  } finally {
    db.close()
  }
}

/** Whether each of its commands still waits: one that was given up must not be sent. */
async function isWhole(db: Dexie, { keys }: SealedPushRecord): Promise<boolean> {
  const waiting: { readonly state: string }[] = await db.table('outbox').where('key').anyOf(keys).toArray()
  return waiting.length === keys.length && waiting.every(({ state }) => /^(queued|sending)$/.test(state))
}

/** Before the request: its answer may be lost, and the user must not give up what the server has. */
async function noteBegun(db: Dexie, { keys }: SealedPushRecord): Promise<void> {
  const meta = db.table('meta')
  await db.transaction('rw', meta, async () => {
    const before = lockedSendsFrom((await meta.get(LOCKED_SENDS))?.value)
    await meta.put({ name: LOCKED_SENDS, value: [...new Set([...before, ...keys])] })
  })
}

/** `refused`: it will never be taken. */
async function post({ sealed, keys }: SealedPushRecord): Promise<'sent' | 'refused' | 'later'> {
  for (let request = 0; request < MOST_REQUESTS; request++) {
    const response = await fetch(`/api${sealedPushRoute.path}`, {
      method: sealedPushRoute.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sealed }),
      cache: 'no-store',
    }).catch(() => null)
    // 426: a newer version of the app is needed. It seals anew at the next unlock.
    if (response !== null && [400, 401, 403, 413, 422, 426].includes(response.status)) return 'refused'
    if (response?.ok !== true) return 'later'
    const parsed = sealedPushRoute.answer.safeParse(await response.json().catch(() => null))
    if (!parsed.success) return 'later'
    if (parsed.data.results.length >= keys.length) return 'sent'
  }
  return 'later'
}
