/** A creation that another device handed over waits in the queue, is sent under its author's key, and is nobody's twice. */
import { beforeEach, expect, test, vi } from 'vitest'
import { openHanded } from '../../server/hand-over/open.ts'
import { pushRequestSchema } from '../../src/contract/sync.ts'
import { fromText } from '../../src/db/bytes/base64url.ts'
import { handable } from '../../src/db/outbox/handable.ts'
import { receiveHanded } from '../../src/db/outbox/receive-handed.ts'
import { discardCommand, replaceArgs, retryCommand } from '../../src/db/outbox/resolve-outbox.ts'
import type { MirrorDb } from '../../src/db/schema/mirror.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import { handOverKeys, keepHandOverKeys } from '../../src/db/session/hand-over-keys.ts'
import { takeHandOverNews } from '../../src/db/session/hand-over-news.ts'
import { wipeMirror } from '../../src/db/sign-out.ts'
import { giveLead } from '../../src/device/hand-over/give.ts'
import { type HandedLead, readHanded } from '../../src/device/hand-over/read.ts'
import { joined, partOf } from '../../src/domain/hand-over/parts.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { aBrokerage, keysOf } from '../support/handed.ts'
import { isSealed, rawText } from './support/raw-text.ts'
import {
  aSyncedWorld,
  capture,
  create,
  goOffline,
  goOnline,
  queue,
  uuid,
  type World,
} from './support/world.ts'

const LEAD = uuid('lead', 1)
const brokerage = aBrokerage()

const withKeys = async ({ device, user, clock }: World, of = brokerage) =>
  keepHandOverKeys(device.db, await keysOf(of, user, clock.now))

/** A device that shows the code of a new lead, without a network. The reader signs in afterwards. */
async function aGiver(name = 'Novo Cliente'): Promise<World> {
  const giver = await aSyncedWorld({ role: 2 })
  await withKeys(giver)
  goOffline(giver)
  await create(giver, 1, { client: { name } })
  return giver
}

async function shown({ device, clock }: World, lead = LEAD): Promise<Uint8Array<ArrayBuffer>> {
  const given = await giveLead(device.db, lead, clock.now)
  if (given.kind === 'impossible') throw new Error(given.message)
  const parts = given.codes.map(partOf)
  const bytes = joined(parts.filter((part) => part !== null))
  if (bytes === null) throw new Error('a part is missing')
  return bytes
}

let giver: World
let reader: World

beforeEach(async () => {
  giver = await aGiver()
  reader = await aSyncedWorld({ role: 3 })
  await withKeys(reader)
  reader.server.opened = (handed) => openHanded(brokerage, handed)?.statement ?? null
})

const db = (world: World): MirrorDb => world.device.db

async function read(bytes: Uint8Array<ArrayBuffer>, nowMs = reader.clock.now): Promise<HandedLead> {
  const reading = await readHanded(db(reader), bytes, nowMs)
  if (reading.kind === 'impossible') throw new Error(reading.message)
  return reading
}

/** The reader has taken what the giver shows. */
async function received(): Promise<HandedLead> {
  const lead = await read(await shown(giver))
  expect(await receiveHanded(db(reader), lead, reader.clock.now)).toEqual({ kind: 'queued', leadUid: LEAD })
  return lead
}

test('a reader sees who it would take, and has nothing of it before', async () => {
  const lead = await read(await shown(giver))
  expect(lead).toMatchObject({
    shown: { name: 'Novo Cliente', phone: '11912345678' },
    certificate: { name: giver.user.name, user_id: giver.user.id },
  })
  expect(await queue(reader)).toEqual([])
  expect(await db(reader).leads.get(LEAD)).toBeUndefined()
})

test('a taken lead waits in the queue under its author’s key, and is on the screen', async () => {
  const before = await queue(giver)
  const { handed } = await received()
  expect(await queue(reader)).toMatchObject([
    {
      key: before[0]?.key,
      command: 'lead.create',
      occurredAt: before[0]?.occurredAt,
      handed,
      dependsOn: null,
    },
  ])
  expect(await db(reader).leads.get(LEAD)).toMatchObject({ version: 0, client_name: 'Novo Cliente' })
  // The author's own queue is as it was.
  expect(await queue(giver)).toEqual(before)
})

test('taking it again queues nothing more, and reading it again says that it is here', async () => {
  const lead = await received()
  expect(await receiveHanded(db(reader), lead, reader.clock.now)).toMatchObject({ kind: 'queued' })
  expect(await queue(reader)).toHaveLength(1)
  expect(await readHanded(db(reader), await shown(giver), reader.clock.now)).toMatchObject({
    kind: 'impossible',
    message: expect.stringMatching(/já está neste aparelho/),
  })
})

test('the push carries what was handed over, and its answer ends the entry', async () => {
  const { handed } = await received()
  await reader.device.cycle()
  const sent = reader.network.requests
    .filter(({ path }) => path === '/api/sync/push')
    .flatMap(({ body }) => pushRequestSchema.parse(JSON.parse(body)).commands)
  // A server that knows no hand-overs finds nothing in it to do.
  expect(sent).toMatchObject([
    { handed, command: 'lead.handOver', args: {}, key: expect.stringMatching(/^handed:/) },
  ])
  expect(await queue(reader)).toEqual([])
  expect(await takeHandOverNews(db(reader))).toEqual([])
})

test('the reader captures it, and the capture waits behind it', async () => {
  await received()
  await capture(reader, LEAD)
  const [first, second] = await queue(reader)
  expect(second).toMatchObject({ command: 'lead.capture', dependsOn: first?.key })
  await reader.device.cycle()
  expect(await queue(reader)).toEqual([])
  expect(reader.server.leads.get(LEAD)).toMatchObject({ broker_id: reader.user.id })
})

test.each(['the giver', 'the reader'] as const)('%s learns once who was first', async (who) => {
  await received()
  const world = who === 'the giver' ? giver : reader
  if (who === 'the giver') await world.device.signIn(`token-${world.user.id}-1`)
  vi.stubGlobal('fetch', world.network.fetch)
  goOnline(world)
  world.server.sentBy = 'Rui'
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(await takeHandOverNews(db(world))).toEqual([
    { by: 'Rui', client: 'Novo Cliente', isOwn: who === 'the giver', lead: LEAD },
  ])
  expect(await takeHandOverNews(db(world))).toEqual([])
})

const REFUSED = { message: 'O lead entregue por Ana não foi aceito: …', errors: {} }

test('a refused one is tried again as the reader’s own once its author was refused, or given up', async () => {
  await received()
  reader.server.refusal = () => ({ ...REFUSED, author_refused: true })
  await reader.device.cycle()
  const [refused] = await queue(reader)
  expect(refused).toMatchObject({ state: 'rejected', handed: expect.any(String) })
  await retryCommand(db(reader), refused?.key ?? '')
  const [own] = await queue(reader)
  expect(own).not.toHaveProperty('handed')
  expect(own?.key).not.toBe(refused?.key)
  await discardCommand(db(reader), own?.key ?? '')
  expect(await queue(reader)).toEqual([])
  expect(await db(reader).leads.get(LEAD)).toBeUndefined()
})

test('one that its author may still send is only repeated as it was handed over', async () => {
  const { handed } = await received()
  reader.server.refusal = () => REFUSED
  await reader.device.cycle()
  const [refused] = await queue(reader)
  expect(refused).toMatchObject({ state: 'rejected', handed })
  const { key = '', args } = refused ?? {}
  expect(await replaceArgs(db(reader), key, args)).toMatchObject({ kind: 'impossible' })
  await retryCommand(db(reader), key)
  expect(await queue(reader)).toMatchObject([{ key, handed, state: 'queued', problem: null }])
})

test('an author whose key another has used up sends the creation once more, and what waits behind it', async () => {
  const [created] = await queue(giver)
  await giver.device.signIn(`token-${giver.user.id}-1`)
  await capture(giver, LEAD)
  vi.stubGlobal('fetch', giver.network.fetch)
  goOnline(giver)
  giver.server.refusal = ({ key }) =>
    key === created?.key
      ? { message: 'Este pedido pertence a outra pessoa.', errors: {}, code: 'key_taken' }
      : null
  await giver.device.cycle()
  expect(await queue(giver)).toEqual([])
  expect(giver.server.leads.get(LEAD)).toMatchObject({ broker_id: giver.user.id })
})

test('a server that knows no hand-overs leaves it waiting', async () => {
  await received()
  const { opened } = reader.server
  reader.server.opened = () => null
  reader.server.knowsHandOvers = false
  await reader.device.cycle()
  expect(await queue(reader)).toMatchObject([{ handed: expect.any(String) }])
  expect((await queue(reader))[0]?.state).not.toBe('rejected')
  Object.assign(reader.server, { opened, knowsHandOvers: true })
  reader.clock.now += 10 * MINUTE_MS
  await reader.device.cycle()
  expect(await queue(reader)).toEqual([])
})

test('keys, what was handed over and what is told are readable in the store of a clear device alone', async () => {
  const { handed } = await received()
  const keys = await handOverKeys(db(reader))
  reader.server.sentBy = 'Rui'
  const waiting = await rawText(reader.user.id)
  await reader.device.cycle()
  const told = await rawText(reader.user.id)
  const isClear = !isSealed(reader.user.id)
  for (const words of [handed, keys?.own ?? '', keys?.ring[0]?.open ?? '', 'Novo Cliente'])
    expect(waiting.includes(words)).toBe(isClear)
  expect(told.includes('Rui')).toBe(isClear)
})

test('what was handed over is not handed on', async () => {
  await received()
  expect(await handable(db(reader), LEAD)).toBeNull()
  expect(await giveLead(db(reader), LEAD, reader.clock.now)).toMatchObject({ kind: 'impossible' })
})

test('a sign-out that keeps the queue keeps what was handed over, and no key', async () => {
  const { handed } = await received()
  await clearSession()
  await wipeMirror(reader.user.id, { queue: true, drafts: false })
  reader.device.start()
  expect(await queue(reader)).toMatchObject([{ handed }])
  expect(await handOverKeys(db(reader))).toBeNull()
  // The same user comes back: it goes.
  await reader.device.signIn(`token-${reader.user.id}-2`)
  await reader.device.cycle()
  expect(await queue(reader)).toEqual([])
})

test('an erased person is let go, and is not taken again', async () => {
  const lead = await received()
  reader.server.refusal = () => null
  await reader.device.cycle()
  reader.server.erase(reader.server.leads.get(LEAD)?.client_uid ?? '')
  await reader.device.cycle()
  await db(reader).leads.delete(LEAD)
  expect(await receiveHanded(db(reader), lead, reader.clock.now)).toMatchObject({ kind: 'impossible' })
  expect(await queue(reader)).toEqual([])
})

test('a user is not told of an erased person who was first', async () => {
  await received()
  await reader.device.db.meta.put({
    name: 'handOverNews',
    value: [{ by: 'Rui', client: 'Outra', isOwn: false, lead: uuid('lead', 9) }],
  })
  reader.server.sentBy = 'Rui'
  await reader.device.cycle()
  reader.server.erase(reader.server.leads.get(LEAD)?.client_uid ?? '')
  await reader.device.cycle()
  expect((await takeHandOverNews(db(reader))).map(({ client }) => client)).toEqual(['Outra'])
})

test('a full disk takes nothing, and says so', async () => {
  const lead = await read(await shown(giver))
  reader.device.faults.full = true
  expect(await receiveHanded(db(reader), lead, reader.clock.now)).toMatchObject({ kind: 'storage_full' })
  reader.device.faults.full = false
  expect(await queue(reader)).toEqual([])
})

const refused = async (bytes: Uint8Array<ArrayBuffer>, nowMs = reader.clock.now) => {
  const reading = await readHanded(db(reader), bytes, nowMs)
  return reading.kind === 'impossible' ? reading.message : null
}

test('a reader says why it does not take a code', async () => {
  const bytes = await shown(giver)
  expect(await refused(bytes, reader.clock.now + 16 * MINUTE_MS)).toMatch(/venceu/)
  expect(await refused(bytes, reader.clock.now - 6 * MINUTE_MS)).toMatch(/relógios/)
  const changed = bytes.slice()
  changed[40] = (changed[40] ?? 0) ^ 1
  expect(await refused(changed)).toMatch(/não é de um aparelho da sua corretora/)
  expect(await refused(fromText('AQAB'))).toMatch(/não é de um aparelho da sua corretora/)
  await withKeys(reader, aBrokerage())
  expect(await refused(bytes)).toMatch(/não é de um aparelho da sua corretora/)
  await db(reader).meta.delete('handOverKeys')
  expect(await refused(bytes)).toMatch(/ainda não tem as chaves/)
})

test('a giver says why it shows no code', async () => {
  const message = async (lead = LEAD, nowMs = giver.clock.now) => {
    const given = await giveLead(db(giver), lead, nowMs)
    return given.kind === 'impossible' ? given.message : null
  }
  expect(await message()).toBeNull()
  expect(await message(uuid('lead', 2))).toMatch(/já foi enviado/)
  expect(await message(LEAD, giver.clock.now + 15 * DAY_MS)).toMatch(/há dias demais sem internet/)
  await db(giver).meta.delete('handOverKeys')
  expect(await message()).toMatch(/ainda não tem as chaves/)
})
