/** The user's database on this device: docs/architecture.md, 'One picture'. Opened once per user and thread. */
import Dexie, { type DexieOptions, type Table } from 'dexie'
import { type DeviceDb, thisDevice } from './device-session.ts'
import { tellLeadsAhead } from './leads-ahead.ts'
import { filesToTheDisk } from './on-disk.ts'
import { packRows } from './packs/middleware.ts'
import { PACK_SIZES, type PackDirectoryRecord, type PackRecord, type PackSizes } from './packs/pack-store.ts'
import { comeBack, depart, followTransactions, rereadAll } from './presence.ts'
import {
  type BaseRecord,
  type BoardBlockRecord,
  type CatalogueRecord,
  type ClientBaseRecord,
  type ClientRecord,
  type DraftRecord,
  type FileRecord,
  GONE,
  type JournalRecord,
  type LeadRecord,
  type MetaRecord,
  type OutboxRecord,
  type TimelineRecord,
} from './schema.ts'
import { upcastQueue } from './upcast-queue.ts'
import { type Fence, fenceWrites } from './writer.ts'

/** Where the database lives: this thread's own device and IndexedDB unless told otherwise. */
export interface MirrorHome {
  readonly device: DeviceDb
  readonly options: DexieOptions
  readonly packSizes?: PackSizes
}

export class MirrorDb extends Dexie {
  readonly userId: number
  /** Says who is signed in. */
  readonly device: DeviceDb
  /** Has no tables: what it is for says `tidyStore`. */
  readonly scratch: Dexie
  /** So many rows that come together are worth another way of writing them. */
  readonly manyRows: number
  /** Of who syncs. */
  readonly fence: Fence
  declare readonly leads: Table<LeadRecord, string>
  declare readonly clients: Table<ClientRecord, string>
  declare readonly catalogues: Table<CatalogueRecord, [string, string]>
  declare readonly bases: Table<BaseRecord, string>
  declare readonly clientBases: Table<ClientBaseRecord, string>
  declare readonly outbox: Table<OutboxRecord, number>
  declare readonly journal: Table<JournalRecord, number>
  declare readonly meta: Table<MetaRecord, string>
  declare readonly blocks: Table<BoardBlockRecord, string>
  declare readonly timelines: Table<TimelineRecord, string>
  declare readonly files: Table<FileRecord, string>
  declare readonly drafts: Table<DraftRecord, string>
  declare readonly packs: Table<PackRecord, [number, number]>
  declare readonly packDirectories: Table<PackDirectoryRecord, number>

  constructor(userId: number, home?: MirrorHome) {
    // What must be on the disk waits for `onDisk`.
    super(`farol-${userId}`, { chromeTransactionDurability: 'relaxed', ...home?.options })
    this.userId = userId
    this.device = home?.device ?? thisDevice()
    this.scratch = new Dexie('farol-scratch', home?.options)
    this.scratch.version(1).stores({})
    const packSizes = home?.packSizes ?? PACK_SIZES
    this.manyRows = packSizes.least
    this.version(1).stores({
      leads: 'uid',
      clients: 'uid',
      catalogues: '[kind+id]',
      bases: 'uid',
      outbox: '++seq, &key, entityUid, state',
      journal: '++seq',
      meta: 'name',
      blocks: 'name',
    })
    this.version(2)
      .stores({
        clients: 'uid, cpf',
        outbox: '++seq, &key, entityUid, clientUid, state',
        clientBases: 'uid',
        timelines: 'lead_uid',
        files: 'uid, uploaded',
        drafts: 'name',
      })
      .upgrade(async (tx) => {
        await tx.table('outbox').toCollection().modify({ clientUid: null })
        // Version 1 marked the bases of leads that are gone from the scope with 0.
        await tx
          .table('bases')
          .filter(({ generation }) => generation === 0)
          .modify({ generation: GONE })
      })
    this.version(3).stores({ packs: '[directory+part]', packDirectories: '++no' })
    this.version(4).stores({}).upgrade(upcastQueue)
    this.fence = fenceWrites(this)
    packRows(this, packSizes)
    filesToTheDisk(this)
    followTransactions(this)
    tellLeadsAhead(this)
  }
}

/** What a transaction opens that changes what is queued for a lead or client, or what is shown of them. */
export const queueTables = (db: MirrorDb) => [
  db.leads,
  db.clients,
  db.bases,
  db.clientBases,
  db.outbox,
  db.files,
  db.timelines,
  db.journal,
  db.meta,
]

const open = new Map<number, MirrorDb>()

/** The same object for the same user. Another tab that upgrades or deletes the database closes this one. */
export function openMirror(userId: number): MirrorDb {
  const known = open.get(userId)
  if (known !== undefined) return known
  const db = new MirrorDb(userId)
  db.on('versionchange', () => closeMirror(userId))
  open.set(userId, db)
  return db
}

export function closeMirror(userId: number): void {
  open.get(userId)?.close()
  open.delete(userId)
}

/** The page goes into the browser's cache, or is frozen: nothing of it holds a store. */
export function leaveStores(): void {
  depart(() => {
    for (const db of open.values()) db.close()
    thisDevice().close({ disableAutoOpen: false })
  })
}

/** And is back, for the same user: live queries read anew what others wrote meanwhile. */
export async function returnToStores(): Promise<void> {
  await Promise.all([...open.values()].map((db) => db.open()))
  comeBack()
  rereadAll()
}

/** A small fact of the mirror; undefined when it was never written. */
export async function readMeta(db: MirrorDb, name: string): Promise<unknown> {
  return (await db.meta.get(name))?.value
}
