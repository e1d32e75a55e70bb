/** An erased client: nothing of the person stays in the store of a device, whatever it kept. */
import { expect, test } from 'vitest'
import { headOf } from '../../src/board-index/head.ts'
import { MirrorFeed } from '../../src/board-index/mirror-feed.ts'
import { keepAnswer, mirrorGeneration } from '../../src/db/mirror/answers.ts'
import { keepCep } from '../../src/db/mirror/cep-answers.ts'
import { timelineKey } from '../../src/db/mirror/timelines.ts'
import { evictedCommands } from '../../src/db/outbox/evict-erased.ts'
import { followCommands } from '../../src/db/outbox/follow-commands.ts'
import { keepOutcome, lastOutcome } from '../../src/db/outbox/last-outcome.ts'
import { runGroup } from '../../src/db/outbox/run-command.ts'
import type { MirrorDb } from '../../src/db/schema/mirror.ts'
import { listDrafts, saveDraft } from '../../src/db/session/drafts.ts'
import { keepFile, readFile } from '../../src/db/session/files.ts'
import { keepFilter } from '../../src/db/session/last-filters.ts'
import { keepTyped, takeTyped } from '../../src/db/typed-last.ts'
import { undoOutcome } from '../../src/db/undo-outcome.ts'
import { ERASED_MESSAGE, erasedLead } from '../../src/domain/client/erasure.ts'
import { settings } from '../unit/domain/fixtures.ts'
import {
  aSyncedWorld,
  capture,
  create,
  goOffline,
  goOnline,
  queue,
  run,
  saveClient,
  uuid,
  type World,
} from './support/world.ts'

const PERSON = uuid('client', 5001)
const OTHER = uuid('client', 5002)
/** All that the tests type about the person, and what the board's index makes of it. */
const MARKS = [
  'Zenaide',
  'zenaide',
  '11144477735',
  '31987654321',
  'zenaide@exemplo.com.br',
  'ABC1D23',
  'gosta de ligação',
  'Rua Secreta',
  '30130010',
  '%PDF-1.7 segredo',
] as const

const KEPT = { mail: 'outro@exemplo.com.br' }

/** Every record of every table as text, the bytes of blobs and of buffers included. */
async function storeText(db: MirrorDb): Promise<string> {
  const texts: string[] = []
  const read = async (value: unknown): Promise<void> => {
    if (value instanceof Blob) texts.push(await value.text())
    else if (ArrayBuffer.isView(value)) texts.push(Buffer.from(value.buffer).toString('latin1'))
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        texts.push(key)
        await read(inner)
      }
    else texts.push(String(value))
  }
  for (const table of db.tables) await read(await table.toArray())
  // A sealed document is opened after its transaction.
  if (db.sealer !== null)
    for (const uid of await db.files.toCollection().primaryKeys()) await read(await readFile(db, uid))
  return texts.join('\n')
}

const found = async ({ device }: World): Promise<string[]> => {
  const text = await storeText(device.db)
  return MARKS.filter((mark) => text.includes(mark))
}

const timeline = (after: string) => [
  {
    id: 1,
    command: 'lead.update',
    user: null,
    device_id: null,
    occurred_at: '2026-03-02T12:00:00Z',
    received_at: '2026-03-02T12:00:00Z',
    offline: false,
    changes: { 'client.name': { before: null, after } },
  },
]

async function storeBoard({ device, clock }: World): Promise<void> {
  const feed = new MirrorFeed(device.db)
  await feed.open()
  await feed.save((index) => headOf(index, clock.now, settings))
  await feed.saveFirstRows(() => ['lead-1', 'lead-2'])
}

async function keepHistory({ device, clock }: World, lead: string, name: string): Promise<void> {
  const answer = { key: timelineKey(lead), value: { data: timeline(name) }, at: clock.now, lead }
  await keepAnswer(device.db, answer, await mirrorGeneration(device.db))
}

/** A device that has the person in every table, in its queue and in its drafts, and a colleague's client as well. */
async function aDeviceThatKnows(): Promise<World> {
  const world = await aSyncedWorld()
  const { server, device } = world
  await capture(world, 'lead-1')
  await capture(world, 'lead-2')
  await device.cycle()
  server.changeClient(PERSON, {
    name: 'Zenaide Prado',
    cpf: '11144477735',
    cellphone: '31987654321',
    address: {
      cep: '30130010',
      street: 'Rua Secreta',
      number: '1',
      comp: '',
      district: '',
      city: '',
      state: '',
    },
  })
  server.change('lead-1', {
    additional_information: 'gosta de ligação',
    product_details: { details: '', chassis: '', license_plate: 'ABC1D23', year: '', brand: '' },
  })
  await device.cycle()
  goOffline(world)
  await keepHistory(world, 'lead-1', 'Zenaide Prado')
  await keepHistory(world, 'lead-2', 'Cliente 2')
  const verified = { key: 'verification', value: { client: 'Zenaide Prado' }, at: world.clock.now }
  await keepAnswer(device.db, verified, await mirrorGeneration(device.db))
  await keepFilter(device.db, '/clients', { nome: 'Zenaide Prado' })
  await keepCep(device.db, {
    cep: '30130010',
    logradouro: 'Rua Secreta',
    bairro: 'Centro',
    cidade: 'Belo Horizonte',
    uf: 'MG',
  })
  await storeBoard(world)
  await saveDraft(device.db, 'lead:lead-1', { note: 'gosta de ligação' }, world.clock.now)
  await saveDraft(device.db, 'create:/lead', { cpf: '11144477735', name: 'Zenaide' }, world.clock.now)
  await saveDraft(device.db, 'lead:lead-2', { note: 'fica' }, world.clock.now)
  const bytes = new Blob(['%PDF-1.7 segredo'], { type: 'application/pdf' })
  const file = { uid: uuid('file', 1), leadUid: 'lead-1', name: 'a.pdf', bytes, queuedAt: world.clock.now }
  await keepFile(device.db, file)
  await run(world, 'lead.attachFile', { lead_uid: 'lead-1', file_uid: file.uid, name: 'a.pdf', size: 16 })
  await saveClient(world, PERSON, { mail: 'zenaide@exemplo.com.br' })
  await create(world, 9, { client_uid: PERSON, client: { name: 'Zenaide Prado', cpf: '11144477735' } })
  await saveClient(world, OTHER, KEPT)
  return world
}

test('the marks are in the store before the erasure, so that the search can find them', async () => {
  expect(await found(await aDeviceThatKnows())).toEqual([...MARKS])
})

for (const [first, fault] of [
  ['a page', '/api/sync/push'],
  ['the refusal of a queued command', '/api/sync'],
] as const)
  test(`an erasure that arrives by ${first} takes rows, queue, files, drafts, histories and the index`, async () => {
    const world = await aDeviceThatKnows()
    const { server, device, network } = world
    server.erase(PERSON)
    network.fault = (path) => (path === fault ? 'server error' : null)
    await device.cycle()
    goOnline(world)
    await device.cycle()
    expect(await found(world)).toEqual([])
    expect(await device.db.leads.get('lead-1')).toMatchObject({ client_name: 'Dados apagados', state: 2 })
    expect(await device.db.leads.get(uuid('lead', 9))).toBeUndefined()
    expect(await evictedCommands(device.db)).toBe(3)
    await storeBoard(world)
    expect(await found(world)).toEqual([])

    // Of others nothing is lost.
    expect(await queue(world)).toEqual([])
    expect(server.rows.clients.get(OTHER)).toMatchObject(KEPT)
    expect((await listDrafts(device.db)).map(({ name }) => name)).toEqual(['lead:lead-2'])
    expect(await device.db.answers.get(timelineKey('lead-2'))).toBeDefined()
  })

test('a client whose lead had left the device is blanked as well', async () => {
  const world = await aDeviceThatKnows()
  const { server, device } = world
  server.change('lead-1', { broker_id: 4711 })
  server.erase(PERSON)
  goOnline(world)
  await device.cycle()
  expect(await device.db.leads.get('lead-1')).toBeUndefined()
  expect(await found(world)).toEqual([])
})

test('a client without a queue, of a lead of others or of one that had left, loses its row and history', async () => {
  const world = await aSyncedWorld()
  const { server, device } = world
  for (const number of [3, 4]) {
    const name = `Zenaide ${number}`
    server.changeClient(uuid('client', 5000 + number), { name })
    await device.cycle()
    await keepHistory(world, `lead-${number}`, name)
  }
  server.change('lead-4', { broker_id: 4711, state: 2 })
  await device.cycle()
  expect(await device.db.leads.get('lead-4')).toBeUndefined()
  expect(await found(world)).toEqual(['Zenaide'])
  for (const number of [3, 4]) server.erase(uuid('client', 5000 + number))
  await device.cycle()
  expect(await found(world)).toEqual([])
})

test('a form that was open meanwhile stores no draft of it, and its save is let go', async () => {
  const world = await aDeviceThatKnows()
  const { server, device } = world
  server.erase(PERSON)
  goOnline(world)
  await device.cycle()
  await saveDraft(device.db, 'lead:lead-1', { note: 'gosta de ligação' }, world.clock.now)
  const typed = new Map<string, string>()
  const store = {
    get length() {
      return typed.size
    },
    key: (place: number) => [...typed.keys()][place] ?? null,
    getItem: (key: string) => typed.get(key) ?? null,
    setItem: (key: string, text: string) => void typed.set(key, text),
    removeItem: (key: string) => void typed.delete(key),
  }
  keepTyped(store, device.db, {
    name: 'lead:lead-1',
    values: { note: 'gosta de ligação' },
    savedAt: world.clock.now,
  })
  await takeTyped(store, device.db)
  await expect(saveClient(world, PERSON, { mail: 'zenaide@exemplo.com.br' })).rejects.toThrow(ERASED_MESSAGE)
  expect(await found(world)).toEqual([])
  expect(typed.size).toBe(0)
  expect(await queue(world)).toEqual([])
  expect(server.rows.clients.get(PERSON)).toMatchObject({ mail: '' })
})

test('the device blanks a lead as the server does', async () => {
  const world = await aDeviceThatKnows()
  const { server, device } = world
  const before = server.leads.get('lead-1')
  server.erase(PERSON)
  goOnline(world)
  await device.cycle()
  const { version: _, ...blanked } = { ...(before && erasedLead(before)) }
  expect(await device.db.leads.get('lead-1')).toMatchObject(blanked)
})

test('what was typed after an erasure stays when a command from before it is refused later', async () => {
  const world = await aDeviceThatKnows()
  const { server, device } = world
  const saved = (await queue(world)).find(({ command }) => command === 'client.update')
  if (saved === undefined) throw new Error('no save waits')
  server.erase(PERSON)
  goOnline(world)
  await device.cycle()
  server.changeClient(PERSON, { cellphone: '31977776666' })
  await device.cycle()
  expect(await device.db.clients.get(PERSON)).toMatchObject({ cellphone: '31977776666' })
  // The erasure is known. A tab of an earlier version still queues it: its refusal blanks nothing again.
  await device.db.outbox.add({ ...saved, seq: 900 })
  await device.cycle()
  expect(await queue(world)).toEqual([])
  expect(await device.db.clients.get(PERSON)).toMatchObject({ cellphone: '31977776666', mail: '' })
})

test('a restored server that lost the erasure gets commands about the client again', async () => {
  const world = await aDeviceThatKnows()
  const { server, device } = world
  server.erase(PERSON)
  goOnline(world)
  await device.cycle()
  await expect(saveClient(world, PERSON, KEPT)).rejects.toThrow(ERASED_MESSAGE)
  server.restore()
  await device.cycle()
  await expect(saveClient(world, PERSON, KEPT), 'the erasure is told again').rejects.toThrow(ERASED_MESSAGE)
  server.forgetErasures()
  server.restore()
  await device.cycle()
  await saveClient(world, PERSON, KEPT)
  await device.cycle()
  expect(server.rows.clients.get(PERSON)).toMatchObject(KEPT)
})

/** The lead's last outcome, whose inverses have the text of the return before. */
async function withOutcome(world: World) {
  const { device, server, clock } = world
  server.change('lead-1', {
    lead_scheduling: {
      scheduling_date: '2026-11-18T13:00:00.000Z',
      description: 'gosta de ligação',
      status: 0,
    },
  })
  goOnline(world)
  await device.cycle()
  const call = {
    lead_uid: 'lead-1',
    call_uid: uuid('lead', 77),
    way: 'device',
    called_at: '2026-11-18T13:00:00.000Z',
  } as const
  const lead_uid = 'lead-1'
  const made = await runGroup(
    device.db,
    [
      { name: 'lead.callResult', args: { lead_uid, call_uid: call.call_uid, status: 3 } },
      {
        name: 'lead.schedule',
        args: { lead_uid, scheduling_date: '2026-11-19T12:00:00.000Z', description: 'Ligar' },
      },
    ],
    {
      nowMs: clock.now,
      alongside: ({ records, inverses }) =>
        keepOutcome(
          device.db,
          inverses && {
            uid: call.call_uid,
            lead_uid: call.lead_uid,
            call,
            clientName: 'Zenaide Prado',
            done: 'Não atendeu',
            madeAt: records[0]?.occurredAt ?? '',
            seqs: records.flatMap(({ seq }) => seq ?? []),
            inverses: [...inverses],
          },
        ),
    },
  )
  if (made.kind !== 'queued') throw new Error(made.message)
  return { call, records: made.records }
}

for (const [way, isSent] of [
  ['by a page, after it was sent', true],
  ['by the refusal of its own commands', false],
] as const)
  test(`an outcome about an erased client can't be taken back: ${way}`, async () => {
    const world = await aDeviceThatKnows()
    const { server, device, network, clock } = world
    const { call } = await withOutcome(world)
    if (isSent) await device.cycle()
    server.erase(PERSON)
    network.fault = (path) => (path === (isSent ? '/api/sync/push' : '/api/sync') ? 'server error' : null)
    await device.cycle()
    expect(await lastOutcome(device.db)).toBeNull()
    expect(
      await undoOutcome(device.db, { uid: call.call_uid, lead_uid: call.lead_uid }, { nowMs: clock.now }),
    ).toEqual({
      kind: 'impossible',
      message: ERASED_MESSAGE,
    })
    expect((await queue(world)).filter(({ entityUid }) => entityUid === 'lead-1')).toEqual([])
    goOnline(world)
    await device.cycle()
    // The address was changed before the erasure: an earlier CEP names nobody.
    const named = (await found(world)).filter((mark) => !['Rua Secreta', '30130010'].includes(mark))
    expect(named).toEqual([])
  })

test('an erasure that takes waiting commands is not told as their success', async () => {
  const world = await aDeviceThatKnows()
  const { server, device, network } = world
  const { records } = await withOutcome(world)
  server.erase(PERSON)
  network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  const course = followCommands(device.db, records, new AbortController().signal)
  await device.cycle()
  expect(await course).toEqual({ kind: 'dropped' })
})
