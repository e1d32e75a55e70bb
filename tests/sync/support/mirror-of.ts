/** A connection of its own to a user's mirror, sealed where the project's stores are. */
import type { DexieOptions } from 'dexie'
import { LayeredMirror, type MirrorHome } from '../../../src/db/open.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { heldKeys } from '../../../src/db/sealing/held-keys.ts'
import { mirrorName } from '../../../src/db/sealing/mirror-name.ts'
import { DeviceDb, thisDevice } from '../../../src/db/session/device-session.ts'

/** With `options`: in a store of its own. */
export function mirrorOf(
  userId: number,
  options?: DexieOptions,
  home?: Pick<MirrorHome, 'chunkSizes'>,
): MirrorDb {
  const device = options === undefined ? thisDevice() : new DeviceDb(options)
  return new LayeredMirror(userId, { device, options: options ?? {}, keys: heldKeys(userId), ...home })
}

/** The name of a user's database. */
export const nameOf = (userId: number) => mirrorName(userId, heldKeys(userId) !== null)
