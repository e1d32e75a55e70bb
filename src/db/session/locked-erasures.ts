/**
 * Erasing a protected user by order while the device is locked: docs/rules.md#erasing-a-device. How far it is lies clear in the
 * device database, so that a later start goes on after a killed browser, and the server hears of the end.
 */
import Dexie from 'dexie'
import { z } from 'zod'
import { mirrorName } from '../sealing/mirror-name.ts'
import { type DeviceDb, thisDevice } from './device-session.ts'

const erasureSchema = z.object({
  userId: z.number(),
  /** By it the device proves which one it is. It opens nothing. null: the server has heard of the end. */
  secret: z.string().nullable(),
  /** Who ordered it. */
  by: z.string().nullable(),
  /** Keyring and databases are gone. */
  done: z.boolean(),
  /** A page has deleted what local storage had. The user may have signed in again since. */
  forgotten: z.boolean().default(false),
})
export type LockedErasure = z.infer<typeof erasureSchema>

const NAME = 'erasures'

async function erasures(device: DeviceDb): Promise<readonly LockedErasure[]> {
  const stored = await device.device.get(NAME)
  return stored === undefined ? [] : z.array(erasureSchema).parse(JSON.parse(stored.value))
}

/** Replaces the user's entry; null: removes it. */
function note(device: DeviceDb, userId: number, entry: LockedErasure | null): Promise<void> {
  return device.transaction('rw', device.device, async () => {
    const others = (await erasures(device)).filter((each) => each.userId !== userId)
    const all = entry === null ? others : [...others, entry]
    if (all.length === 0) await device.device.delete(NAME)
    else await device.device.put({ name: NAME, value: JSON.stringify(all) })
  })
}

/** What the server answers: null: nothing is to be erased. Rejects without an answer. */
type Report = (
  stage: 'asks' | 'received' | 'erased',
  locked: { readonly user_id: number; readonly device_secret: string },
) => Promise<{ readonly by: string | null } | null>

export interface ErasingDeps {
  readonly report: Report
  /** The first of what is deleted: nothing of the user opens here afterwards. */
  readonly destroyKeyring: (userId: number) => Promise<void>
  readonly device?: DeviceDb
}

/** Deletes the databases of a user, of both modes, and the session. */
export async function deleteDatabasesOf(userId: number, device: DeviceDb = thisDevice()): Promise<void> {
  for (const isSealed of [true, false]) await Dexie.delete(mirrorName(userId, isSealed))
  await device.sealed.delete(userId)
}

async function goOn(deps: ErasingDeps, entry: LockedErasure): Promise<void> {
  const { report, destroyKeyring, device = thisDevice() } = deps
  const { userId, secret } = entry
  if (!entry.done) {
    await destroyKeyring(userId)
    await deleteDatabasesOf(userId, device)
    await note(device, userId, { ...entry, done: true })
  }
  if (secret === null) return
  await report('erased', { user_id: userId, device_secret: secret })
  await note(device, userId, { ...entry, done: true, secret: null })
}

/**
 * Asks for an order by the device's secret, and obeys it. Resolves to whether the user is erased. Rejects without an answer: what
 * was begun goes on with the next call of `finishErasures`.
 */
export async function obeyOrder(deps: ErasingDeps, userId: number, secret: string): Promise<boolean> {
  const { report, device = thisDevice() } = deps
  const locked = { user_id: userId, device_secret: secret }
  const order = await report('asks', locked)
  if (order === null) return false
  // Recorded before anything is deleted: the secret goes with the keyring.
  const entry: LockedErasure = { userId, secret, by: order.by, done: false, forgotten: false }
  await note(device, userId, entry)
  await report('received', locked)
  await goOn(deps, entry)
  return true
}

/** Goes on with what an earlier start began, and reports what the server has not heard of. Rejects without an answer. */
export async function finishErasures(deps: ErasingDeps): Promise<void> {
  const waiting = (await erasures(deps.device ?? thisDevice())).filter((each) => each.secret !== null)
  for (const entry of waiting) await goOn(deps, entry)
}

/**
 * Hands each erased user to `forget`, which deletes what only a page reaches, once: the service worker has no local storage.
 * What the server still has to hear of stays noted.
 */
export async function forgetErased(
  forget: (erased: Pick<LockedErasure, 'userId' | 'by'>) => void,
  device: DeviceDb = thisDevice(),
): Promise<void> {
  for (const entry of await erasures(device)) {
    if (!entry.done) continue
    if (!entry.forgotten) forget(entry)
    await note(device, entry.userId, entry.secret === null ? null : { ...entry, forgotten: true })
  }
}
