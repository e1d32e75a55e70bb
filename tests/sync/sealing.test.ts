/** A protected device's records: what the disk shows of them, and what does not open. */

import Dexie, { liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { answerKey, answersOf, keepAnswer, readAnswer } from '../../src/db/mirror/answers.ts'
import { rawRecords } from '../../src/db/mirror/raw-reading.ts'
import { clientByCpf, clientsWithContact, leadByNumber } from '../../src/db/mirror/searches.ts'
import { LayeredMirror } from '../../src/db/open.ts'
import { readCopy, writeCopy } from '../../src/db/outbox/queue-copy-store.ts'
import { wholeQueue } from '../../src/db/outbox/queue-order.ts'
import { openBulk, sealBulk } from '../../src/db/sealing/bulk.ts'
import { readColumns } from '../../src/db/sealing/columns.ts'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { holdKeys, keysToOpen, noteProtected } from '../../src/db/sealing/held-keys.ts'
import { Locked } from '../../src/db/sealing/locked.ts'
import { packed, unpacked } from '../../src/db/sealing/packing.ts'
import { Sealer } from '../../src/db/sealing/sealer.ts'
import { DeviceDb, thisDevice } from '../../src/db/session/device-session.ts'
import { listDrafts, readDraft, saveDraft } from '../../src/db/session/drafts.ts'
import { keepFile, readFile } from '../../src/db/session/files.ts'
import { keepTyped, takeTyped } from '../../src/db/typed-last.ts'
import { leadNumber } from './support/world.ts'

const ANA = 7
/** Other suites may keep the machine busy. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

const keysOf = (seed: number, userId = ANA) => deriveKeys(new Uint8Array(32).fill(seed), userId)

async function aStore(seed = 1) {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const keys = await keysOf(seed)
  const db = new LayeredMirror(ANA, { device: new DeviceDb(options), options, keys })
  await db.open()
  /** The same database as the disk has it. */
  const disk = new Dexie(db.name, options)
  await disk.open()
  return { db, disk, keys, options }
}

const client = (uid: string, values: object) => ({
  uid,
  version: 1,
  generation: 1,
  name: 'Zenaide',
  ...values,
})
const asked = { method: 'GET', path: '/clients' }
const pull = {
  cursor: 'c',
  generation: 1,
  sweeping: false,
  done: 0,
  expected: null,
  lastSyncAt: 1,
  answered: 0,
  seen: 's',
}

test('the disk shows clear columns alone, and the store gives whole records', async () => {
  const { db, disk } = await aStore()
  const lead = { ...leadNumber(1), client_name: 'Zenaide Prado', generation: 3 }
  await db.leads.put(lead)
  expect(await db.leads.get(lead.uid)).toEqual(lead)
  const stored: object = await disk.table('leads').get(lead.uid)
  expect(Object.keys(stored).toSorted()).toEqual([
    'client_uid',
    'end_lead_date',
    'generation',
    'id',
    's',
    'uid',
    'version',
  ])
  expect(new TextDecoder('latin1').decode(Reflect.get(stored, 's'))).not.toContain('Zenaide')
})

test('a swapped, truncated, changed or foreign record does not open, and is not missing', async () => {
  const { db, disk, options } = await aStore()
  const [one, other] = [leadNumber(1), leadNumber(2)]
  await db.leads.bulkPut([one, other].map((lead) => ({ ...lead, generation: 1 })))
  const stored: { s: Uint8Array }[] = await disk.table('leads').bulkGet([one.uid, other.uid])
  const [mine, theirs] = stored
  if (mine === undefined || theirs === undefined) throw new Error('expected two records')
  const changed = mine.s.slice()
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  for (const broken of [
    { ...mine, s: theirs.s },
    { ...mine, s: mine.s.slice(0, -1) },
    { ...mine, s: new Uint8Array(3) },
    { ...mine, s: changed },
    { ...mine, generation: 2 },
    { ...one, generation: 1 },
  ]) {
    await disk.table('leads').put(broken)
    await expect(db.leads.get(one.uid)).rejects.toMatchObject({ code: 'unreadable', table: 'leads' })
    await db.unopened.repaired
  }
  await disk.table('leads').put(mine)
  const device = new DeviceDb(options)
  const foreign = new LayeredMirror(ANA, { device, options, keys: await keysOf(2) })
  await expect(foreign.leads.get(one.uid)).rejects.toMatchObject({ code: 'unreadable' })
})

test('a record of another user does not open under the same data key', async () => {
  const record = { name: 'firstRows', value: { leads: [] } }
  const sealed = await sealBulk(await keysOf(1, ANA), 'meta', record)
  expect(await openBulk(await keysOf(1, ANA), 'meta', sealed)).toEqual(record)
  await expect(openBulk(await keysOf(1, ANA + 1), 'meta', sealed)).rejects.toMatchObject({
    code: 'unreadable',
  })
})

test('WebCrypto and the synchronous cipher open each other’s records', async () => {
  const keys = await keysOf(1)
  const sealer = new Sealer(keys)
  const record = {
    name: 'rows-0',
    bytes: { uids: 'a,b', numbers: { ids: new Int32Array([1, -2]), at: new Float64Array([0.5]) } },
  }
  expect(await openBulk(keys, 'blocks', sealer.seal('blocks', record))).toEqual(record)
  expect(sealer.open('blocks', await sealBulk(keys, 'blocks', record))).toEqual(record)
})

test('maps, typed arrays and plain values survive packing', () => {
  const value = {
    a: new Map([[1, { b: 'ç' }]]),
    c: [new Uint8Array([1, 2, 3]), null, 1.5],
    d: new Uint16Array([7]),
  }
  expect(unpacked(packed(value))).toEqual(value)
  expect(unpacked(packed({ plain: ['x'] }))).toEqual({ plain: ['x'] })
})

test('a mirror’s row that does not open is deleted, and the pull begins anew', async () => {
  const { db, disk } = await aStore()
  const lead = leadNumber(1)
  await db.leads.put({ ...lead, generation: 1 })
  await db.meta.put({ name: 'pullState', value: pull })
  await disk.table('leads').update(lead.uid, { s: new Uint8Array(50) })
  await expect(db.leads.get(lead.uid)).rejects.toMatchObject({ code: 'unreadable' })
  await eventually(async () => {
    await db.unopened.repaired
    expect(await db.leads.get(lead.uid)).toBeUndefined()
  })
  const state: unknown = (await db.meta.get('pullState'))?.value
  expect(state).toMatchObject({ cursor: null, generation: 2, sweeping: true, lastSyncAt: 1 })
  expect(db.unopened.ownCount).toBe(0)
})

test('an own record that does not open is kept and counted, and the others go on', async () => {
  const { db, disk } = await aStore()
  const command = {
    command: 'lead.capture',
    args: { secret: 1 },
    entityUid: 'e',
    clientUid: null,
    state: 'queued',
  }
  await disk.table('outbox').add({ ...command, key: 'torn', s: new Uint8Array(60) })
  await db.table('outbox').add({ ...command, key: 'whole' })
  expect((await wholeQueue(db)).map(({ key }) => key)).toEqual(['whole'])
  await saveDraft(db, 'lead:1', { a: 1 }, 5)
  await disk.table('drafts').update('lead:1', { s: new Uint8Array(60) })
  expect(await listDrafts(db)).toEqual([])
  await expect(readDraft(db, 'lead:1')).rejects.toMatchObject({ code: 'unreadable' })
  await eventually(() => expect(db.unopened.ownCount).toBe(2))
  expect(await disk.table('outbox').count()).toBe(2)
  expect(await disk.table('drafts').count()).toBe(1)
})

test('the queue’s opened records are no longer used when the record changes', async () => {
  const { db } = await aStore()
  await db.table('outbox').add({ key: 'k', args: { n: 1 }, entityUid: 'e', clientUid: null, state: 'queued' })
  const [first] = await wholeQueue(db)
  expect(first).toMatchObject({ seq: 1, args: { n: 1 } })
  Object.assign(first ?? {}, { args: 'changed by its reader' })
  expect(await wholeQueue(db)).toMatchObject([{ args: { n: 1 } }])
  await db.outbox.update(1, { args: { n: 2 } })
  expect(await wholeQueue(db)).toMatchObject([{ seq: 1, args: { n: 2 } }])
})

test('documents, phones and mails are found by blinded indexes, and the disk has none of them', async () => {
  const { db, disk } = await aStore()
  await db
    .table('clients')
    .bulkPut([
      client('a', { cpf: '52998224725', phone: '', cellphone: '31987654321', mail: 'Zenaide@Exemplo.com' }),
      client('b', { cpf: '11144477735', phone: '3133334444', cellphone: '', mail: '' }),
    ])
  expect(await clientByCpf(db, '529.982.247-25')).toMatchObject({ uid: 'a' })
  expect(await clientsWithContact(db, { phones: ['3133334444'], mail: 'zenaide@exemplo.com' })).toHaveLength(
    2,
  )
  const text = JSON.stringify(await disk.table('clients').toArray(), (_, part: unknown) =>
    part instanceof Uint8Array ? [...part] : part,
  )
  for (const mark of ['52998224725', '31987654321', '3133334444', 'xemplo']) expect(text).not.toContain(mark)
  const keys = new Set(await disk.table('clients').orderBy('cpf').keys())
  expect(keys.size).toBe(2)
  await expect(db.clients.orderBy('cpf').keys()).rejects.toThrow('blinded')
})

test('a live query by a document notices a change of it', async () => {
  const { db } = await aStore()
  await db.table('clients').put(client('a', { cpf: '52998224725', mail: 'A@b.c' }))
  const seen: (string | undefined)[] = []
  const watching = liveQuery(async () => [
    (await clientByCpf(db, '11144477735'))?.uid,
    (await clientsWithContact(db, { phones: [], mail: 'a@b.c' }))[0]?.uid,
  ]).subscribe((uids) => seen.push(uids.join(' ')))
  await eventually(() => expect(seen.at(-1)).toBe(' a'))
  await db.table('clients').put(client('a', { cpf: '11144477735', mail: 'x@b.c' }))
  await eventually(() => expect(seen.at(-1)).toBe('a '))
  // No result has this row yet: only its key tells that it joins one.
  await db.table('clients').put(client('b', { cpf: '', mail: 'A@B.C' }))
  await eventually(() => expect(seen.at(-1)).toBe('a b'))
  watching.unsubscribe()
})

test('the key of an answer does not show its input, and the input is known with the answer', async () => {
  const { db, disk } = await aStore()
  await db.meta.put({ name: 'pullState', value: pull })
  const key = answerKey(asked, { nome: 'Zenaide', cpf: '52998224725' })
  await keepAnswer(db, { key, value: { total: 1 }, at: 5 }, 1)
  expect((await readAnswer(db, key))?.value).toEqual({ total: 1 })
  expect(await answersOf(db, asked)).toMatchObject([{ key, input: { nome: 'Zenaide' } }])
  const [stored] = await disk.table('answers').toCollection().primaryKeys()
  expect(stored).toMatch(/^GET \/clients [\w-]{22}$/)
})

test('a document’s name and bytes are sealed in pieces', async () => {
  const { db, disk } = await aStore()
  const bytes = new Blob([new Uint8Array(2_500_000).fill(65)], { type: 'application/pdf' })
  await keepFile(db, { uid: 'f', leadUid: 'l', name: 'apólice.pdf', bytes, queuedAt: 1 })
  await db.files.update('f', { uploaded: 1 })
  const read = await readFile(db, 'f')
  expect(read).toMatchObject({ name: 'apólice.pdf', uploaded: 1 })
  expect(read?.bytes.type).toBe('application/pdf')
  expect(await read?.bytes.text()).toBe('A'.repeat(2_500_000))
  const stored: { pieces: Uint8Array[] } = await disk.table('files').get('f')
  expect(stored.pieces).toHaveLength(3)
  await disk.table('files').put({ ...stored, pieces: stored.pieces.toReversed() })
  await expect(readFile(db, 'f')).rejects.toMatchObject({ code: 'unreadable' })
  expect(db.unopened.ownCount).toBe(1)
})

test('a search by number opens no other lead, and a reading of columns finds clear columns alone', async () => {
  const { db } = await aStore()
  await db.leads.bulkPut([1, 2, 3].map((number) => ({ ...leadNumber(number), id: number, generation: 1 })))
  const columns = await db.transaction('r', db.leads, () => readColumns(() => db.leads.toArray()))
  expect(Object.keys(columns[0] ?? {}).toSorted()).toEqual([
    'client_uid',
    'end_lead_date',
    'generation',
    'id',
    'uid',
    'version',
  ])
  expect(await leadByNumber(db, 2)).toMatchObject({ id: 2, client_name: leadNumber(2).client_name })
})

test('local storage has neither the queue’s copy nor what was typed last in words', async () => {
  const { db } = await aStore()
  const store = new Map<string, string>()
  const local = {
    get length() {
      return store.size
    },
    key: (place: number) => [...store.keys()][place] ?? null,
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => void store.set(key, text),
    removeItem: (key: string) => void store.delete(key),
  }
  await db
    .table('outbox')
    .add({ command: 'c', args: { name: 'Zenaide' }, key: 'k', entityUid: 'e', state: 'queued' })
  const copy = { mirrorId: 'm', records: await wholeQueue(db), keptAt: 5 }
  writeCopy(local, db, copy)
  keepTyped(local, db, { name: 'lead:1', values: { name: 'Zenaide' }, savedAt: 7 })
  expect([...store.values()].join()).not.toContain('Zenaide')
  expect(readCopy(local, db)).toEqual(copy)
  expect(readCopy(local, { userId: ANA, sealer: null })).toBeNull()
  expect(readCopy(local, { userId: ANA, sealer: new Sealer(await keysOf(2)) })).toBeNull()
  await takeTyped(local, db)
  expect(await readDraft(db, 'lead:1')).toEqual({ values: { name: 'Zenaide' }, savedAt: 7 })
})

test('the first reading opens what the screens keep for it, and a locked thread opens nothing', async () => {
  const keys = await keysOf(1)
  const db = new LayeredMirror(ANA, { device: thisDevice(), options: {}, keys })
  const catalogues = { channels: new Map([[7, { name: 'Origem' }]]) }
  const bytes = { format: 2, counters: {} }
  await db.meta.bulkPut([
    { name: 'keptCatalogues', value: catalogues },
    { name: 'clockOffset', value: 5 },
  ])
  await db.blocks.put({ name: 'head', bytes })
  const names = { meta: ['keptCatalogues', 'clockOffset', 'firstRows'], blocks: ['head'] }
  holdKeys(keys)
  const records = await rawRecords(ANA, names)
  expect([...(records?.meta ?? [])]).toEqual([
    ['keptCatalogues', catalogues],
    ['clockOffset', 5],
  ])
  expect(records?.blocks.get('head')).toEqual(bytes)
  db.close()
})

test('a thread without keys opens no store of a protected user', () => {
  noteProtected(99)
  expect(() => keysToOpen(99)).toThrow(new Locked())
})
