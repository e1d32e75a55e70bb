/** The tables of the user's database on this device: docs/architecture.md, 'One picture'. `src/db/open.ts` opens it. */
import Dexie, { type DexieOptions, type Table, type Transaction } from 'dexie'
import { isEarlier, upcast } from '../../commands/upcast.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { Fence } from '../access/writer.ts'
import type { UnopenedRecords } from '../mirror/unopened-records.ts'
import type { Sealer } from '../sealing/sealer.ts'
import type { DeviceDb } from '../session/device-session.ts'
import type { ChunkDirectoryRecord, ChunkRecord } from '../staging/chunk-store.ts'
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

/** A command that an earlier version of the app queued. The server upcasts those whose lead is no longer on the device. */
function upcastRecord(record: OutboxRecord, lead: Lead | null): OutboxRecord {
  const found = upcast(record, lead)
  if (found === null) return record
  const { rename, ...present } = found
  const { writes, problem } = record
  return {
    ...record,
    ...present,
    ...(writes === undefined ? {} : { writes: writes.map(rename) }),
    problem: problem && {
      ...problem,
      errors: Object.fromEntries(
        Object.entries(problem.errors).map(([field, sentences]) => [rename(field), sentences]),
      ),
      fields: problem.fields.map((conflict) => ({ ...conflict, field: rename(conflict.field) })),
    },
  }
}

async function upcastQueue(tx: Transaction): Promise<void> {
  const earlier = await tx.table<OutboxRecord>('outbox').filter(isEarlier).toArray()
  for (const record of earlier) {
    const lead = await tx.table<Lead>('leads').get(record.entityUid)
    await tx.table('outbox').put(upcastRecord(record, lead ?? null))
  }
}

/** Version 5 neither measured answers nor noted their use. */
function measure(answer: AnswerRecord): void {
  answer.used = answer.at
  answer.bytes = jsonLength(answer.value)
}

export abstract class MirrorDb extends Dexie {
  readonly userId: number
  /** The device database, which contains the session. */
  abstract readonly device: DeviceDb
  /** Makes an empty database for `tidyStore`. */
  readonly newScratch: () => Dexie
  /** The fence for the thread that syncs. */
  abstract readonly fence: Fence
  /** Seals its records, or null on a device that is not protected. */
  abstract readonly sealer: Sealer | null
  /** Records that did not open in this thread. */
  abstract readonly unopened: UnopenedRecords
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

  constructor(userId: number, name: string, options: DexieOptions = {}) {
    // Relaxed durability: callers that need the data on the disk wait for `onDisk`.
    super(name, { chromeTransactionDurability: 'relaxed', ...options })
    this.userId = userId
    this.newScratch = () => {
      const scratch = new Dexie('farol-scratch', options)
      scratch.version(1).stores({})
      return scratch
    }
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
