/** Upgrades of a database that an older version of the app wrote, with unsent commands. */
import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { clientByCpf } from '../../src/db/mirror/searches.ts'
import { openMirror } from '../../src/db/open.ts'
import type { MirrorDb } from '../../src/db/schema/mirror.ts'
import { keepFile } from '../../src/db/session/files.ts'
import { withoutGeneration } from './support/device.ts'
import { earlierRecord, VERSION_1 } from './support/earlier-version.ts'
import { aWorld, leadNumber, queue, saveClient, uuid, type World } from './support/world.ts'

/** What each later version changed of these stores, as `src/db/schema/mirror.ts` had it. */
const LATER = [
  {
    clients: 'uid, cpf',
    outbox: '++seq, &key, entityUid, clientUid, state',
    clientBases: 'uid',
    timelines: 'lead_uid',
    files: 'uid, uploaded',
    drafts: 'name',
  },
  { packs: '[directory+part]', packDirectories: '++no' },
  {},
  { answers: 'key, *about, until' },
  { answers: 'key, *about, until, [used+bytes]' },
]
const EARLIER = [1, ...LATER.map((_, place) => place + 2)]
/** The stores of this version. */
const storesOf = (version: number): Record<string, string> =>
  Object.assign({}, VERSION_1, ...LATER.slice(0, version - 1))

/** Writes two own leads with a command each, one in flight, and a lead that left the scope with a queued command. */
async function writtenBy(version: number, { user, server }: World): Promise<void> {
  const old = new Dexie(`farol-${user.id}`)
  old.version(version).stores(storesOf(version))
  const rows = [1, 2, 3].map((number) => {
    const own = { ...leadNumber(number), state: 2, status: 2, broker_id: user.id } as const
    return server.write(own)
  })
  await old.table('leads').bulkPut(rows.map((row) => ({ ...row, service_status: 2, generation: 1 })))
  await old
    .table('clients')
    .bulkPut([...server.rows.clients.values()].map((row) => ({ ...row, generation: 1 })))
  const serverRows = rows.map((row) => ({ ...row, generation: row.uid === 'lead-3' ? 0 : 1 }))
  await old.table('bases').bulkPut(serverRows)
  const added = { ...(version > 1 && { clientUid: null }), ...(version > 2 && { writes: [] }) }
  await old.table('outbox').bulkAdd([
    { ...earlierRecord('key-of-lead-1', 'lead-1', 'sending'), ...added },
    { ...earlierRecord('key-of-lead-2', 'lead-2', 'queued'), ...added },
    { ...earlierRecord('key-of-lead-3', 'lead-3', 'queued'), ...added },
  ])
  await old.table('journal').add({ uids: ['lead-1'] })
  await old.table('meta').put({ name: 'clockOffset', value: 5000 })
  old.close()
}

const countsOf = (db: MirrorDb) =>
  Promise.all([db.leads, db.serverLeads, db.outbox, db.journal, db.meta].map((table) => table.count()))

test('an upgrade keeps all rows and the order of the queue, and adds the new indexes and tables', async () => {
  const world = await aWorld()
  await world.device.stop()
  await writtenBy(1, world)
  const db = openMirror(world.user.id)
  expect(await countsOf(db)).toEqual([3, 3, 3, 1, 1])
  const records = await db.outbox.orderBy('seq').toArray()
  expect(records.map(({ key, state, clientUid }) => [key, state, clientUid])).toEqual([
    ['key-of-lead-1', 'sending', null],
    ['key-of-lead-2', 'queued', null],
    ['key-of-lead-3', 'queued', null],
  ])
  expect(await clientByCpf(db, '529.982.247-25')).toBeDefined()
  expect(await db.outbox.where('clientUid').equals('nobody').count()).toBe(0)
  await keepFile(db, {
    uid: uuid('file', 1),
    leadUid: 'lead-1',
    name: 'a',
    bytes: new Blob(['%PDF']),
    queuedAt: 1,
  })
  expect(await db.files.where('uploaded').equals(0).count()).toBe(1)
  db.close()
})

test('every released version before the present one is upgraded here', () => {
  const db = openMirror(1)
  expect(db.verno).toBe(Math.max(...EARLIER) + 1)
  db.close()
})

test.each(EARLIER)('the queue of version %i is sent once, in its order', async (version) => {
  const world = await aWorld()
  await world.device.stop()
  await writtenBy(version, world)
  world.device.start()
  await world.device.cycle()
  expect(world.server.applied).toEqual(['key-of-lead-1', 'key-of-lead-2', 'key-of-lead-3'])
  expect(await queue(world)).toEqual([])
})

test('the queue of the older version is sent, and a lead out of scope is removed after its last command', async () => {
  const world = await aWorld()
  await world.device.stop()
  await writtenBy(1, world)
  world.server.change('lead-3', { broker_id: 77 })
  world.device.start()
  await saveClient(world, uuid('client', 5001), { mail: 'a@exemplo.com.br' })
  expect(await queue(world)).toHaveLength(4)
  await world.device.cycle()
  const applied = world.server.applied.slice(0, 2)
  expect(applied).toEqual(['key-of-lead-1', 'key-of-lead-2'])
  expect(await queue(world)).toMatchObject([{ entityUid: 'lead-3', state: 'rejected' }])
  expect(await world.device.db.leads.get('lead-3')).toBeUndefined()
  const row = await world.device.db.leads.get('lead-1')
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get('lead-1'))
  expect(world.server.rows.clients.get(uuid('client', 5001))).toMatchObject({ mail: 'a@exemplo.com.br' })
})

test('a queued end of validity of a renewal becomes that of the old policy, and a finish marks its quote', async () => {
  const world = await aWorld()
  await world.device.stop()
  const { user, server } = world
  const own = {
    state: 2,
    status: 2,
    broker_id: user.id,
    quoted: 0,
    quoted_type: 1,
    quoted_date: null,
  } as const
  const rows = [27, 1].map((channel_id, place) =>
    server.write({ ...leadNumber(place + 1), ...own, channel_id }),
  )
  const old = new Dexie(`farol-${user.id}`)
  old.version(3).stores(storesOf(3))
  await old.table('leads').bulkPut(rows.map((row) => ({ ...row, generation: 1 })))
  const changes = { end_of_validity: '2027-01-15', quoted_date: '2026-11-18T12:00:00.000Z' }
  const save = (lead_uid: string, key: string, command: string) => ({
    ...earlierRecord(key, lead_uid, 'conflict'),
    command,
    args: { lead_uid, client_uid: 'client-1', changes },
    base: { end_of_validity: null, quoted_date: null },
    writes: ['end_of_validity'],
    problem: {
      errors: {},
      fields: [{ field: 'end_of_validity', yours: '2027-01-15', current: '2026-12-20' }],
    },
  })
  await old
    .table('outbox')
    .bulkAdd([
      save('lead-1', 'key-update', 'lead.update'),
      save('lead-1', 'key-finish', 'lead.finish'),
      save('lead-2', 'key-other', 'lead.update'),
      save('lead-9', 'key-gone', 'lead.update'),
    ])
  old.close()
  const db = openMirror(user.id)
  const [update, finish, other, gone] = await db.outbox.orderBy('seq').toArray()
  const renewed = { old_end_of_validity: '2027-01-15', quoted_date: changes.quoted_date }
  expect(update).toMatchObject({
    schemaVersion: 2,
    base: { old_end_of_validity: null },
    writes: ['old_end_of_validity'],
  })
  expect(update?.args).toMatchObject({ changes: renewed })
  expect(update?.args).not.toHaveProperty('changes.end_of_validity')
  expect(update?.problem?.fields).toMatchObject([{ field: 'old_end_of_validity', current: '2026-12-20' }])
  expect(finish).toMatchObject({ schemaVersion: 2, args: { changes: renewed, quoted: 1 } })
  expect(other).toMatchObject({ schemaVersion: 2, args: { changes } })
  // The lead is not on the device, so the server upgrades its command.
  expect(gone).toMatchObject({ schemaVersion: 1, args: { changes } })
  db.close()
})

test('the timelines of version 4 are dropped, and a tab that still has it goes on reading and writing', async () => {
  const world = await aWorld()
  await world.device.stop()
  const tab = new Dexie(`farol-${world.user.id}`)
  tab.version(4).stores(storesOf(4))
  await tab.table('timelines').put({ lead_uid: 'lead-1', entries: [] })
  const db = openMirror(world.user.id)
  expect(await db.formerTimelines.count()).toBe(0)
  expect(await db.answers.count()).toBe(0)
  db.close()

  const again = new Dexie(`farol-${world.user.id}`)
  again.version(4).stores(storesOf(4))
  await again.transaction('rw', again.tables, async () => {
    await again.table('timelines').put({ lead_uid: 'lead-1', entries: [] })
    await again.table('outbox').add(earlierRecord('key', 'lead-1', 'queued'))
  })
  expect(await again.table('outbox').count()).toBe(1)
  again.close()
  tab.close()
})
