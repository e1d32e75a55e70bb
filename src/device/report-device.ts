/** Reports this device to the server, and notes how long it has been without contact: docs/rules.md#devices */
import { liveQuery } from 'dexie'
import { call } from '../api/call.ts'
import { reportDeviceRoute } from '../contract/devices.ts'
import { correctedNow } from '../db/mirror/clock-offset.ts'
import { lastPullAt } from '../db/mirror/pull-state.ts'
import { settings as readSettings } from '../db/mirror/reads.ts'
import { openMirror } from '../db/open.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { heldKeys } from '../db/sealing/held-keys.ts'
import { noteContact, readSession } from '../db/session/device-session.ts'
import { attachedFile } from '../db/session/files.ts'
import { isPushWanted } from '../db/session/push-wanted.ts'
import type { DeviceReport } from '../domain/session/device.ts'
import { HOUR_MS, MINUTE_MS } from '../domain/time/durations.ts'
import { isInstalled } from './is-installed.ts'
import { readStorage } from './storage-state.ts'

/** A queued change is usually sent within a second. Only what waits longer is reported. */
const SETTLE_MS = 20_000
/** A device whose mode the server does not know is not listed as what it is. */
const NEW_MODE_AFTER_MS = 2000
const LOOK_EVERY_MS = 10 * MINUTE_MS
/** An unchanged report is sent again after this time. */
const AGAIN_AFTER_MS = 6 * HOUR_MS

const lastKey = (userId: number) => `farol_report_${userId}`

interface Waiting {
  readonly changes: number
  readonly files: number
  /** Epoch ms of the device's clock; null: nothing waits. */
  readonly since: number | null
}

/** What waits in the queue. A document is one piece of work: the command that attaches it is not counted besides. */
export function waitingIn(queue: readonly Pick<OutboxRecord, 'command' | 'args' | 'queuedAt'>[]): Waiting {
  const files = queue.filter((record) => attachedFile(record) !== null).length
  const since = queue.length === 0 ? null : Math.min(...queue.map(({ queuedAt }) => queuedAt))
  return { changes: queue.length - files, files, since }
}

const modeOf = ({ userId }: Pick<MirrorDb, 'userId'>): DeviceReport['mode'] =>
  heldKeys(userId) === null ? 'personal' : 'protected'

async function reportOf(db: MirrorDb): Promise<DeviceReport> {
  const { changes, files, since } = waitingIn(await db.outbox.toArray())
  const { used, persisted } = await readStorage()
  const sinceOnServer = since === null ? null : await correctedNow(db, since)
  return {
    app_version: __APP_VERSION__,
    installed: isInstalled(),
    mode: modeOf(db),
    waiting_changes: changes,
    waiting_files: files,
    waiting_since: sinceOnServer === null ? null : new Date(sinceOnServer).toISOString(),
    storage_used: used,
    storage_persistent: persisted,
    notices: await isPushWanted(db),
  }
}

/** What makes a report worth sending. The used space changes with every pull. */
const essence = ({ storage_used: _used, ...rest }: DeviceReport): string => JSON.stringify(rest)

/** What was sent last: time, mode and essence. Another tab of the same user may have sent it. */
const lastSent = (userId: number) => (window.localStorage.getItem(lastKey(userId)) ?? '').split(' ', 3)

function isNews(userId: number, report: DeviceReport, nowMs: number): boolean {
  const [at, , text] = lastSent(userId)
  const sinceMs = nowMs - Number(at)
  return text !== encodeURIComponent(essence(report)) || !(sinceMs >= 0 && sinceMs < AGAIN_AFTER_MS)
}

function noteSent(userId: number, report: DeviceReport, nowMs: number): void {
  try {
    const sent = `${nowMs} ${report.mode} ${encodeURIComponent(essence(report))}`
    window.localStorage.setItem(lastKey(userId), sent)
  } catch {
    // The disk is full: the same report is sent again.
  }
}

async function look(db: MirrorDb): Promise<void> {
  const session = await readSession(db.device)
  if (session === undefined || session.user.id !== db.userId) return
  const now = Date.now()
  const { device_contact_days: days } = await readSettings(db)
  await noteContact(session.token, { at: await lastPullAt(db), nowMs: now, days }, db.device)
  if (session.expired || !navigator.onLine) return
  const report = await reportOf(db)
  if (!isNews(db.userId, report, now)) return
  const answer = await call(reportDeviceRoute, { token: session.token, body: report })
  if (answer.kind === 'ok') noteSent(db.userId, report, now)
}

/** Returns what ends it. */
export function reportDevice(userId: number): () => void {
  const db = openMirror(userId)
  const safely = () => {
    look(db).catch(() => {
      // The user has signed out, or the disk is full. The next look tries again.
    })
  }
  let settling = setTimeout(safely, SETTLE_MS)
  const isNewMode = lastSent(userId)[1] !== modeOf(db)
  const early = isNewMode ? setTimeout(safely, NEW_MODE_AFTER_MS) : undefined
  const timer = setInterval(safely, LOOK_EVERY_MS)
  const subscription = liveQuery(() => db.outbox.count()).subscribe({
    next: () => {
      clearTimeout(settling)
      settling = setTimeout(safely, SETTLE_MS)
    },
    error: () => {
      // The store is closed. The page that follows reports.
    },
  })
  return () => {
    clearTimeout(settling)
    clearTimeout(early)
    clearInterval(timer)
    subscription.unsubscribe()
  }
}
