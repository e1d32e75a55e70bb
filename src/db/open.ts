/** Opens the user's database with the layers of the store's rooms. One instance per user and thread. */
import Dexie, { type DexieOptions, RangeSet } from 'dexie'
import { filesToTheDisk } from './access/on-disk.ts'
import { keepPageStores } from './access/page-stores.ts'
import { followTransactions } from './access/presence.ts'
import { type Fence, fenceWrites } from './access/writer.ts'
import { reportPendingWrites } from './changes/pending-writes.ts'
import { UnopenedRecords } from './mirror/unopened-records.ts'
import { MirrorDb } from './schema/mirror.ts'
import { presentSealing } from './sealing/code.ts'
import { keysToOpen } from './sealing/held-keys.ts'
import type { StoreKeys } from './sealing/keys.ts'
import { mirrorName } from './sealing/mirror-name.ts'
import type { Sealer } from './sealing/sealer.ts'
import { type DeviceDb, thisDevice } from './session/device-session.ts'
import { CHUNK_SIZES, type ChunkSizes, SEALED_CHUNK_SIZES } from './staging/chunk-store.ts'
import { addStaging } from './staging/middleware.ts'

/** Where the database is. Default: this thread's device database and IndexedDB. */
export interface MirrorHome {
  readonly device: DeviceDb
  readonly options: DexieOptions
  readonly chunkSizes?: ChunkSizes
  /** Of a protected device: the database has another name, and its records are sealed. */
  readonly keys?: StoreKeys | null
}

export class LayeredMirror extends MirrorDb {
  readonly device: DeviceDb
  readonly fence: Fence
  readonly sealer: Sealer | null
  readonly unopened = new UnopenedRecords(this)

  constructor(userId: number, home?: MirrorHome) {
    const keys = home?.keys ?? null
    super(userId, mirrorName(userId, keys !== null), home?.options)
    this.device = home?.device ?? thisDevice()
    this.sealer = keys && new (presentSealing().Sealer)(keys)
    const chunkSizes = home?.chunkSizes ?? (keys === null ? CHUNK_SIZES : SEALED_CHUNK_SIZES)
    if (this.sealer !== null)
      presentSealing().addSealing(this, this.sealer, (record) =>
        Dexie.ignoreTransaction(() => queueMicrotask(() => this.unopened.note(record))),
      )
    this.fence = fenceWrites(this)
    addStaging(this, chunkSizes)
    filesToTheDisk(this)
    followTransactions(this)
    reportPendingWrites(this)
  }
}

const open = new Map<number, MirrorDb>()

/**
 * Returns the same object for the same user. It closes when another tab upgrades or deletes the database. Throws `Locked`
 * for a protected user whose keys this thread does not hold.
 */
export function openMirror(userId: number): MirrorDb {
  const known = open.get(userId)
  if (known !== undefined) return known
  const db = new LayeredMirror(userId, { device: thisDevice(), options: {}, keys: keysToOpen(userId) })
  db.on('versionchange', () => closeMirror(userId))
  open.set(userId, db)
  return db
}

export function closeMirror(userId: number): void {
  open.get(userId)?.close()
  open.delete(userId)
}

keepPageStores({
  close: () => {
    for (const db of open.values()) db.close()
    thisDevice().close({ disableAutoOpen: false })
  },
  open: async () => {
    await Promise.all([...open.values()].map((db) => db.open()))
  },
  // Empties Dexie's cache, too, as Dexie does for a page that leaves the back/forward cache.
  reread: () =>
    dispatchEvent(new CustomEvent('x-storagemutated-1', { detail: { all: new RangeSet(-Infinity, [[]]) } })),
})
