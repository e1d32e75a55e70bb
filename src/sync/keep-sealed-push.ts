/**
 * Keeps one sealed request for what waits on a protected device, so that its service worker can send it while the device is
 * locked. Documents, and commands that wait for another answer, are not in it. docs/sync-protocol.md#sealed-push
 */
import { asSent } from '../contract/push-command.ts'
import { PUSH_BATCH, type PushRequest } from '../contract/sync.ts'
import { correctedNow } from '../db/mirror/clock-offset.ts'
import { readMeta } from '../db/mirror/meta.ts'
import { cutBetweenGroups } from '../db/outbox/command-groups.ts'
import { SEALED_PUSH, type SealedPushRecord, sealedPushFrom } from '../db/outbox/sealed-push-record.ts'
import { tidyLockedSends } from '../db/outbox/waiting.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { DeviceSession, OutboxRecord } from '../db/schema/records.ts'
import { readSession } from '../db/session/device-session.ts'
import { HOUR_MS } from '../domain/time/durations.ts'
import { nextBatch } from './push.ts'
import { sealPush } from './sealed-push.ts'

/** The server takes 512 kB, the text around it included. */
const MOST_TEXT = 500_000
/** A record of the same commands is sealed anew after this time: its life begins with the sealing. */
const RENEW_MS = 6 * HOUR_MS

interface Deps {
  readonly db: MirrorDb
  readonly appVersion: string
  readonly now: () => number
}

type Sealable = DeviceSession & { readonly sealingKey: string }

const isSealable = (session: DeviceSession | undefined): session is Sealable =>
  session?.mode === 'sealed' && !session.expired && session.sealingKey !== undefined

export class SealedPushKeeper {
  readonly #deps: Deps
  /** By which token the stored record was sealed here. */
  #token: string | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Makes the record fit what waits now. One run at a time. Rejects when the store fails, or the browser has no X25519. */
  keep(): Promise<void> {
    const next = this.#running.catch(() => undefined).then(() => this.#keep())
    this.#running = next
    return next
  }

  async #keep(): Promise<void> {
    const { db, now } = this.#deps
    await tidyLockedSends(db)
    const session = await readSession(db.device)
    const known = sealedPushFrom(await readMeta(db, SEALED_PUSH))
    const waiting = isSealable(session) ? cutBetweenGroups(await nextBatch(db, now()), PUSH_BATCH) : []
    if (!isSealable(session) || waiting.length === 0) {
      if (known !== null) await db.meta.delete(SEALED_PUSH)
      return
    }
    if (known !== null && this.#isFresh(known, session, waiting)) return
    const record = await this.#sealed(session, waiting)
    await db.meta.put({ name: SEALED_PUSH, value: record })
    this.#token = session.token
  }

  #isFresh({ keys, at }: SealedPushRecord, { token }: Sealable, waiting: readonly OutboxRecord[]): boolean {
    const sinceMs = this.#deps.now() - at
    const isSame = keys.join() === waiting.map(({ key }) => key).join()
    return isSame && this.#token === token && sinceMs >= 0 && sinceMs < RENEW_MS
  }

  /** Of long commands it takes fewer. */
  async #sealed(session: Sealable, waiting: readonly OutboxRecord[]): Promise<SealedPushRecord> {
    const { db, appVersion, now } = this.#deps
    const { token, deviceId, sealingKey } = session
    const at = now()
    const push: PushRequest = { device_id: deviceId, app_version: appVersion, commands: waiting.map(asSent) }
    const sealed_at = new Date(await correctedNow(db, at)).toISOString()
    const sealed = await sealPush({ token, sealed_at, push }, sealingKey)
    const half = cutBetweenGroups(waiting, Math.ceil(waiting.length / 2))
    if (sealed.length > MOST_TEXT && half.length < waiting.length) return this.#sealed(session, half)
    return { sealed, keys: waiting.map(({ key }) => key), at, sent: false }
  }
}
