/** The session on this device. Screens, workers and the service worker read it without a network. */
import Dexie, { type DexieOptions, type Table } from 'dexie'
import { isOutOfContact } from '../../domain/session/contact.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { HOUR_MS } from '../../domain/time/durations.ts'
import { followTransactions } from '../access/presence.ts'
import type { DeviceSession, SealedSession, SessionEnding, SessionState } from '../schema/records.ts'
import { anyHeldKeys } from '../sealing/held-keys.ts'
import type { StoreKeys } from '../sealing/keys.ts'

/** A device that is not protected never loads it. */
const sealedSession = () => import('../mirror/sealed-session.ts')

export class DeviceDb extends Dexie {
  declare readonly session: Table<DeviceSession, 'current'>
  /** Its id, and how far erasures are (locked-erasures.ts). */
  declare readonly device: Table<{ name: string; value: string }, string>
  declare readonly endings: Table<SessionEnding, string>
  /** Sessions of protected users: several people share a tablet. */
  declare readonly sealed: Table<SealedSession, number>
  constructor(options: DexieOptions = {}) {
    super('farol-device', options)
    this.version(1).stores({ session: 'name', device: 'name' })
    this.version(2).stores({ endings: 'proof' })
    this.version(3).stores({ sealed: 'userId' })
    followTransactions(this)
  }
}

let db: DeviceDb | null = null

/** Returns this thread's device database. The functions below take another one for tests with several devices. */
export const thisDevice = () => {
  db ??= new DeviceDb()
  return db
}

/**
 * Returns the id of this device. It is created once and outlives sign-outs. `before`: the id that it had before the browser
 * cleared its databases; null: unknown.
 */
export function deviceId(device: DeviceDb = thisDevice(), before: string | null = null): Promise<string> {
  const table = device.device
  return device.transaction('rw', table, async () => {
    const known = await table.get('id')
    if (known !== undefined) return known.value
    const value = before ?? crypto.randomUUID()
    await table.put({ name: 'id', value })
    return value
  })
}

/**
 * Returns the session of the user who is signed in and unlocked in this thread. A thread without keys sees no session
 * of a protected device.
 */
export async function readSession(device: DeviceDb = thisDevice()): Promise<DeviceSession | undefined> {
  const current = await device.session.get('current')
  const keys = anyHeldKeys()
  if (current !== undefined || keys === null) return current
  const stored = await device.sealed.get(keys.userId)
  return stored === undefined ? undefined : (await sealedSession()).openedSession(keys, stored)
}

export async function writeSession(
  token: string,
  user: SessionUser,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  await device.session.put({
    name: 'current',
    token,
    user,
    deviceId: await deviceId(device),
    expired: false,
  })
}

interface SealedSignIn {
  readonly token: string
  readonly user: SessionUser
  readonly idleMinutes: number
  /** null: the server opens no sealed pushes. */
  readonly sealingKey: string | null
  readonly nowMs: number
  /** The end of the clear session that was here, if there was one. */
  readonly former?: SessionEnding | undefined
}

/**
 * Stores the session of a protected user. No clear session stays beside it, and its token, whose bytes may stay on the disk,
 * ends with the next contact.
 */
export async function writeSealedSession(
  keys: StoreKeys,
  { token, user, idleMinutes, sealingKey, nowMs, former }: SealedSignIn,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  const { sealedPart } = await sealedSession()
  const id = await deviceId(device)
  const part = await sealedPart(keys, { token, user, deviceId: id, sealingKey: sealingKey ?? undefined })
  await device.transaction('rw', device.session, device.sealed, device.endings, async () => {
    if (former !== undefined) await device.endings.put(former)
    await device.sealed.put({ ...part, usedAt: nowMs, idleMinutes, expired: false })
    await device.session.delete('current')
  })
}

/** Returns the protected users of this device, the last one to unlock it first. Works while it is locked. */
export async function sealedSessions(device: DeviceDb = thisDevice()): Promise<SealedSession[]> {
  return (await device.sealed.toArray()).sort((a, b) => b.usedAt - a.usedAt)
}

/** Changes the clear part of a protected user's session. */
export async function noteSealedUse(
  userId: number,
  change: Partial<Pick<SealedSession, 'usedAt' | 'idleMinutes'>>,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  await device.sealed.update(userId, change)
}

/** Changes the session of this token. Writes nothing when a newer token is stored, or `change` returns false. */
export async function changeSession(
  token: string,
  change: (session: SessionState) => void | false,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  const keys = anyHeldKeys()
  if (keys !== null) {
    const { tokenKeyOf } = await sealedSession()
    const tokenKey = await tokenKeyOf(keys, token)
    await device.sealed
      .where('userId')
      .equals(keys.userId)
      .modify((session) => (session.tokenKey === tokenKey ? change(session) : false))
  }
  await device.session
    .where('name')
    .equals('current')
    .modify((session) => (session.token === token ? change(session) : false))
}

/** Updates the token's user: role, team or partners may have changed. */
export async function updateSessionUser(
  token: string,
  user: SessionUser,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  const keys = anyHeldKeys()
  const session = await readSession(device)
  if (session?.token !== token) return
  if (session.mode === 'sealed' && keys !== null) {
    const { sealedPart } = await sealedSession()
    const { deviceId: id, sealingKey } = session
    const part = await sealedPart(keys, { token, user, deviceId: id, sealingKey })
    await device.sealed
      .where('userId')
      .equals(keys.userId)
      .modify((stored) => {
        if (stored.tokenKey === part.tokenKey) Object.assign(stored, part)
      })
    return
  }
  await device.session
    .where('name')
    .equals('current')
    .modify((stored) => {
      if (stored.token === token) stored.user = user
    })
}

/** Records that the server refused this token: sending waits for a sign-in. */
export function markExpired(token: string, revoked: boolean, device?: DeviceDb): Promise<void> {
  return changeSession(
    token,
    (session) => {
      session.expired = true
      if (revoked) session.revoked = true
    },
    device,
  )
}

interface Contacted {
  /** When the last pull ended, epoch ms of the device's clock. null: none ever did. */
  readonly at: number | null
  readonly nowMs: number
  readonly days: number
}

/**
 * Notes the last contact and the latest time that this device has seen. A device that is out of contact stays so until
 * a sign-in. It writes at most once an hour, unless the setting changed. docs/rules.md#devices
 */
export async function noteContact(
  token: string,
  { at, nowMs, days }: Contacted,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  if (at === null) return
  const noted = (session: SessionState) => {
    const { contact } = session
    if (contact !== undefined && isOutOfContact(contact, nowMs)) return false
    const seen = Math.max(contact?.seen ?? 0, nowMs)
    const isNews =
      contact === undefined ||
      contact.days !== days ||
      at - contact.at > HOUR_MS ||
      seen - contact.seen > HOUR_MS
    if (!isNews) return false
    session.contact = { at, seen, days }
    return undefined
  }
  await changeSession(token, noted, device)
}

/** Deletes the session of the user who is signed in and unlocked in this thread. Sessions of others stay. */
export async function clearSession(device: DeviceDb = thisDevice()): Promise<void> {
  const keys = anyHeldKeys()
  await device.transaction('rw', device.session, device.sealed, () => dropCurrent(device, keys))
}

/** Runs inside the caller's transaction over both tables. */
export async function dropCurrent(device: DeviceDb, keys: StoreKeys | null): Promise<void> {
  await device.session.delete('current')
  if (keys !== null) await device.sealed.delete(keys.userId)
}
