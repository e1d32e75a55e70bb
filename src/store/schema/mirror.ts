/** The user's database on this device: docs/architecture.md, 'One picture'. One instance per user and thread. */
import Dexie, { type DexieOptions, RangeSet, type Table } from 'dexie'
import { filesToTheDisk } from '../access/on-disk.ts'
import { keepPageStores } from '../access/page-stores.ts'
import { followTransactions } from '../access/presence.ts'
import { type Fence, fenceWrites } from '../access/writer.ts'
import { reportPendingWrites } from '../changes/pending-writes.ts'
import { UnopenedRecords } from '../mirror/unopened-records.ts'
import { presentSealing } from '../sealing/code.ts'
import { keysToOpen } from '../sealing/held-keys.ts'
import type { StoreKeys } from '../sealing/keys.ts'
import { mirrorName } from '../sealing/mirror-name.ts'
import type { Sealer } from '../sealing/sealer.ts'
import { type DeviceDb, thisDevice } from '../session/device-session.ts'
import {
  CHUNK_SIZES,
  type ChunkDirectoryRecord,
  type ChunkRecord,
  type ChunkSizes,
  SEALED_CHUNK_SIZES,
} from '../staging/chunk-store.ts'
import { addStaging } from '../staging/middleware.ts'
import { jsonLength } from './json-length.ts'
import {
  type AnswerRecord,
  type BoardBlockRecord,
  type CatalogueRecord,
  type ClientRecord,
  type DraftRecord,
  type FileRecord,
  GONE,
  type JournalRecord,
  type LeadRecord,
  type MetaRecord,
  type OutboxRecord,
  type ServerClientRecord,
  type ServerLeadRecord,
} from './records.ts'
import { upcastQueue } from './upcast-queue.ts'

/** Where the database is. Default: this thread's device database and IndexedDB. */
export interface MirrorHome {
  readonly device: DeviceDb
  readonly options: DexieOptions
  readonly chunkSizes?: ChunkSizes
  /** Of a protected device: the database has another name, and its records are sealed. */
  readonly keys?: StoreKeys | null
}

/** Version 5 neither measured answers nor noted their use. */
function measure(answer: AnswerRecord): void {
  answer.used = answer.at
  answer.bytes = jsonLength(answer.value)
}

export class MirrorDb extends Dexie {
  readonly userId: number
  /** The device database, which contains the session. */
  readonly device: DeviceDb
  /** An empty database for `tidyStore`. */
  readonly scratch: Dexie
  /** The fence for the thread that syncs. */
  readonly fence: Fence
  /** Seals its records, or null on a device that is not protected. */
  readonly sealer: Sealer | null
  /** Records that did not open in this thread. */
  readonly unopened = new UnopenedRecords(this)
  declare readonly leads: Table<LeadRecord, string>
  declare readonly clients: Table<ClientRecord, string>
  declare readonly catalogues: Table<CatalogueRecord, [string, string]>
  declare readonly outbox: Table<OutboxRecord, number>
  declare readonly journal: Table<JournalRecord, number>
  declare readonly meta: Table<MetaRecord, string>
  declare readonly blocks: Table<BoardBlockRecord, string>
  declare readonly answers: Table<AnswerRecord, string>
  declare readonly files: Table<FileRecord, string>
  declare readonly drafts: Table<DraftRecord, string>

  constructor(userId: number, home?: MirrorHome) {
    // Relaxed durability: callers that need the data on the disk wait for `onDisk`.
    const keys = home?.keys ?? null
    super(mirrorName(userId, keys !== null), { chromeTransactionDurability: 'relaxed', ...home?.options })
    this.userId = userId
    this.sealer = keys && new (presentSealing().Sealer)(keys)
    this.device = home?.device ?? thisDevice()
    this.scratch = new Dexie('farol-scratch', home?.options)
    this.scratch.version(1).stores({})
    const chunkSizes = home?.chunkSizes ?? (keys === null ? CHUNK_SIZES : SEALED_CHUNK_SIZES)
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
        // Version 1 marked server rows of leads outside the scope with generation 0.
        await tx
          .table('bases')
          .filter(({ generation }) => generation === 0)
          .modify({ generation: GONE })
      })
    this.version(3).stores({ packs: '[directory+part]', packDirectories: '++no' })
    this.version(4).stores({}).upgrade(upcastQueue)
    // The table of timelines stays, empty: an open tab of an earlier version names it in every transaction.
    this.version(5)
      .stores({ answers: 'key, *about, until' })
      .upgrade((tx) => tx.table('timelines').clear())
    // The index alone shows which answers to delete when there are too many: their values stay unread.
    this.version(6)
      .stores({ answers: 'key, *about, until, [used+bytes]' })
      .upgrade((tx) => tx.table('answers').where('until').above(0).modify(measure))
    // Who has a typed phone or mail is asked while it is typed.
    this.version(7).stores({ clients: 'uid, cpf, phone, cellphone, mail' })
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

  // Devices store these four tables under their earlier names.

  get serverLeads(): Table<ServerLeadRecord, string> {
    return this.table('bases')
  }

  get serverClients(): Table<ServerClientRecord, string> {
    return this.table('clientBases')
  }

  get chunks(): Table<ChunkRecord, [number, number]> {
    return this.table('packs')
  }

  /** The timelines of earlier versions. Only tabs with such a version write them. */
  get formerTimelines(): Table<unknown, string> {
    return this.table('timelines')
  }

  get chunkDirectories(): Table<ChunkDirectoryRecord, number> {
    return this.table('packDirectories')
  }
}

/** The tables of a transaction that changes the queue of a lead or client, or their projection. */
export const queueTables = (db: MirrorDb) => [
  db.leads,
  db.clients,
  db.serverLeads,
  db.serverClients,
  db.outbox,
  db.files,
  db.answers,
  db.journal,
  db.meta,
]

const open = new Map<number, MirrorDb>()

/**
 * Returns the same object for the same user. It closes when another tab upgrades or deletes the database. Throws `Locked`
 * for a protected user whose keys this thread does not hold.
 */
export function openMirror(userId: number): MirrorDb {
  const known = open.get(userId)
  if (known !== undefined) return known
  const db = new MirrorDb(userId, { device: thisDevice(), options: {}, keys: keysToOpen(userId) })
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
