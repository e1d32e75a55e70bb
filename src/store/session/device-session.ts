/** The session on this device. Screens, workers and the service worker read it without a network. */
import Dexie, { type DexieOptions, type Table } from 'dexie'
import { isOutOfContact } from '../../domain/session/contact.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { HOUR_MS } from '../../domain/time/durations.ts'
import { followTransactions } from '../access/presence.ts'
import type { DeviceSession, SessionEnding } from '../schema/records.ts'

export class DeviceDb extends Dexie {
  declare readonly session: Table<DeviceSession, 'current'>
  declare readonly device: Table<{ name: 'id'; value: string }, 'id'>
  declare readonly endings: Table<SessionEnding, string>
  constructor(options: DexieOptions = {}) {
    super('farol-device', options)
    this.version(1).stores({ session: 'name', device: 'name' })
    this.version(2).stores({ endings: 'proof' })
    followTransactions(this)
  }
}

let db: DeviceDb | null = null

/** Returns this thread's device database. The functions below take another one for tests with several devices. */
export const thisDevice = () => {
  db ??= new DeviceDb()
  return db
}

/** Returns the id of this device. It is created once and outlives sign-outs. */
export function deviceId(device: DeviceDb = thisDevice()): Promise<string> {
  const table = device.device
  return device.transaction('rw', table, async () => {
    const known = await table.get('id')
    if (known !== undefined) return known.value
    const value = crypto.randomUUID()
    await table.put({ name: 'id', value })
    return value
  })
}

export function readSession(device: DeviceDb = thisDevice()): Promise<DeviceSession | undefined> {
  return device.session.get('current')
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

/** Changes the session of this token. Writes nothing when a newer token is stored, or `change` returns false. */
export async function changeSession(
  token: string,
  change: (session: DeviceSession) => void | false,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  await device.session
    .where('name')
    .equals('current')
    .modify((session) => (session.token === token ? change(session) : false))
}

/** Updates the token's user: role, team or partners may have changed. */
export function updateSessionUser(token: string, user: SessionUser, device?: DeviceDb): Promise<void> {
  return changeSession(
    token,
    (session) => {
      session.user = user
    },
    device,
  )
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
 * Notes the last contact and the latest time that this device has seen. A device that is out of contact stays so until a
 * sign-in. It writes at most once an hour, unless the setting changed. docs/rules.md#devices
 */
export async function noteContact(
  token: string,
  { at, nowMs, days }: Contacted,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  if (at === null) return
  const noted = (session: DeviceSession) => {
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

export async function clearSession(device: DeviceDb = thisDevice()): Promise<void> {
  await device.session.delete('current')
}
