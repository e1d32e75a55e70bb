/** Command groups on the device: queued, sent, refused, sent again, discarded and taken back whole. */
import { expect, test } from 'vitest'
import type { GroupMember } from '../../src/commands/groups.ts'
import { pushRequestSchema } from '../../src/contract/sync.ts'
import { freeze, resume } from '../../src/db/access/presence.ts'
import { followCommands } from '../../src/db/outbox/follow-commands.ts'
import { keepOutcome, lastOutcome } from '../../src/db/outbox/last-outcome.ts'
import { discardCommand, resolveConflict, retryCommand } from '../../src/db/outbox/resolve-outbox.ts'
import { runGroup } from '../../src/db/outbox/run-command.ts'
import { pendingCounts } from '../../src/db/outbox/waiting.ts'
import { ALREADY_TAKEN_BACK, undoOutcome } from '../../src/db/undo-outcome.ts'
import { withoutGeneration } from './support/device.ts'
import {
  aSyncedWorld,
  capture,
  goOffline,
  goOnline,
  queue,
  setStatus,
  uuid,
  type World,
} from './support/world.ts'

const TOMORROW = '2026-11-19T12:00:00.000Z'
const REFUSED = { message: 'Escolha uma data e hora no futuro.', errors: {} }

/** The broker has the lead. */
async function attended(): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  return world
}

const members = (lead_uid = 'lead-1'): GroupMember[] => [
  {
    name: 'lead.noteContact',
    args: { lead_uid, contact_type: 1, contact_date: '2026-11-18T13:00:00.000Z' },
  },
  { name: 'lead.schedule', args: { lead_uid, scheduling_date: TOMORROW, description: 'Ligar' } },
  { name: 'lead.setServiceStatus', args: { lead_uid, service_status: 2 } },
]

const CALL = {
  lead_uid: 'lead-1',
  call_uid: uuid('lead', 77),
  way: 'device',
  called_at: '2026-11-18T13:00:00.000Z',
} as const

/** Queues the group, and keeps it as the last outcome, as 'Meu dia' does. */
async function grouped({ device, clock }: World, of = members()) {
  const outcome = await runGroup(device.db, of, {
    nowMs: clock.now,
    alongside: ({ records, inverses }) =>
      keepOutcome(
        device.db,
        inverses && {
          uid: CALL.call_uid,
          lead_uid: CALL.lead_uid,
          call: CALL,
          clientName: 'Cliente 1',
          done: 'Retorno',
          madeAt: records[0]?.occurredAt ?? '',
          seqs: records.flatMap(({ seq }) => seq ?? []),
          inverses: [...inverses],
        },
      ),
  })
  if (outcome.kind !== 'queued') throw new Error(outcome.message)
  return outcome
}

const undo = ({ device, clock }: World) =>
  undoOutcome(device.db, { uid: CALL.call_uid, lead_uid: CALL.lead_uid }, { nowMs: clock.now })

const states = async (world: World) => (await queue(world)).map(({ state }) => state)
const row = (world: World) => world.device.db.leads.get('lead-1')
const CHANGED = { contact_type: 1, lead_scheduling: { scheduling_date: TOMORROW }, service_status: 2 }

async function shownIsServers(world: World): Promise<void> {
  const lead = await row(world)
  expect(lead && withoutGeneration(lead)).toEqual(world.server.leads.get('lead-1'))
}

/** The keys of each push. */
const pushes = ({ network }: World) =>
  network.requests
    .filter(({ path }) => path === '/api/sync/push')
    .map(({ body }) => pushRequestSchema.parse(JSON.parse(body)).commands.map(({ key }) => key))

test('a group is on the screen at once, and in the queue as a chain under one id', async () => {
  const world = await attended()
  goOffline(world)
  const { records } = await grouped(world)
  expect(await row(world)).toMatchObject(CHANGED)
  const queued = await queue(world)
  expect(queued).toEqual(records)
  expect(new Set(queued.map(({ group }) => group)).size).toBe(1)
  expect(queued[0]?.group).toBeDefined()
  expect(queued.map(({ dependsOn }) => dependsOn)).toEqual([null, records[0]?.key, records[1]?.key])
})

test('a device that dies while a group is made has all of it or nothing', async () => {
  for (let writes = 0; writes < 14; writes++) {
    const world = await attended()
    goOffline(world)
    world.device.faults.dieIn = writes
    const done = await grouped(world).then(
      () => true,
      () => false,
    )
    await world.device.restart()
    expect(await world.device.db.outbox.count()).toBe(done ? 3 : 0)
    const lead = await row(world)
    if (done) expect(lead).toMatchObject(CHANGED)
    else expect(lead).toMatchObject({ contact_type: null, service_status: null })
    await world.device.stop()
  }
})

test('a request never divides a group, whatever waits before it', async () => {
  const world = await attended()
  goOffline(world)
  for (let n = 0; n < 48; n++) await setStatus(world, 'lead-1', n % 3)
  const { records } = await grouped(world)
  goOnline(world)
  const before = pushes(world).length
  await world.device.cycle()
  const sent = pushes(world).slice(before)
  expect(sent.map((keys) => keys.length)).toEqual([48, 3])
  expect(sent[1]).toEqual(records.map(({ key }) => key))
  expect(await queue(world)).toEqual([])
  await shownIsServers(world)
})

test('a server that fails on a group gets it whole again, and other leads pass it', async () => {
  const world = await attended()
  await capture(world, 'lead-2')
  await world.device.cycle()
  goOffline(world)
  const { records } = await grouped(world)
  await setStatus(world, 'lead-2', 1)
  goOnline(world)
  world.server.poison.add('lead-1')
  const before = pushes(world).length
  await world.device.cycle()
  for (const keys of pushes(world).slice(before)) {
    const ofGroup = records.filter(({ key }) => keys.includes(key))
    expect([0, records.length]).toContain(ofGroup.length)
  }
  expect(world.server.leads.get('lead-2')).toMatchObject({ service_status: 1 })
  world.server.poison.clear()
  world.clock.now += 3_600_000
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.leads.get('lead-1')).toMatchObject(CHANGED)
})

test('a lost answer is asked for again, and the group is applied once', async () => {
  const world = await attended()
  const { records } = await grouped(world)
  const before = world.server.applied.length
  world.network.fault = () => 'lost answer'
  await world.device.cycle()
  goOnline(world)
  await world.device.restart()
  await world.device.cycle()
  expect(world.server.applied.slice(before)).toEqual(records.map(({ key }) => key))
  expect(await queue(world)).toEqual([])
  await shownIsServers(world)
})

test.each([
  0, 1, 2,
])('command %i refused refuses all: all is rolled back, with one problem', async (place) => {
  const world = await attended()
  const { records } = await grouped(world)
  world.server.refusal = ({ key }) => (key === records[place]?.key ? REFUSED : null)
  await world.device.cycle()
  const expected = ['blocked', 'blocked', 'blocked']
  expected[place] = 'rejected'
  expect(await states(world)).toEqual(expected)
  expect((await queue(world))[place]?.problem).toMatchObject({ message: REFUSED.message })
  expect(await pendingCounts(world.device.db)).toMatchObject({ pending: 2, problems: 1 })
  await shownIsServers(world)
  expect(await row(world)).toMatchObject({ contact_type: null, service_status: null })
  // The refused command is not sent by itself.
  await world.device.cycle()
  expect(await states(world)).toEqual(expected)
})

test('a refused group is sent again whole under new keys', async () => {
  const world = await attended()
  const { records } = await grouped(world)
  const key = records[1]?.key ?? ''
  world.server.refusal = (command) => (command.key === key ? REFUSED : null)
  await world.device.cycle()
  await retryCommand(world.device.db, key)
  const queued = await queue(world)
  expect(queued.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  expect(queued.filter((record) => records.some((one) => one.key === record.key))).toEqual([])
  expect(queued.map(({ dependsOn }) => dependsOn)).toEqual([null, queued[0]?.key, queued[1]?.key])
  expect(await row(world)).toMatchObject(CHANGED)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.leads.get('lead-1')).toMatchObject(CHANGED)
})

test('a refused group is discarded whole, and what waits behind it is sent', async () => {
  const world = await attended()
  const { records } = await grouped(world)
  const key = records[2]?.key ?? ''
  world.server.refusal = (command) => (command.key === key ? REFUSED : null)
  await world.device.cycle()
  await setStatus(world, 'lead-1', 3)
  expect(await states(world)).toEqual(['blocked', 'blocked', 'rejected', 'blocked'])
  expect(await discardCommand(world.device.db, key)).toBe(true)
  expect(await states(world)).toEqual(['queued'])
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 3, contact_type: null })
})

test.each([
  'mine',
  'theirs',
] as const)('a conflict in a group is decided for all of it: %s', async (decision) => {
  const world = await attended()
  goOffline(world)
  const { records } = await grouped(world)
  world.server.change('lead-1', { service_status: 1 })
  goOnline(world)
  await world.device.cycle()
  expect(await states(world)).toEqual(['blocked', 'blocked', 'conflict'])
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 1, contact_type: null })
  await resolveConflict(world.device.db, records[2]?.key ?? '', decision)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.leads.get('lead-1')).toMatchObject(
    decision === 'mine' ? CHANGED : { service_status: 1, contact_type: null },
  )
  await shownIsServers(world)
})

test('a group that was not sent is taken back from the queue', async () => {
  const world = await attended()
  goOffline(world)
  await grouped(world)
  expect(await undo(world)).toEqual({ kind: 'dropped' })
  expect(await queue(world)).toEqual([])
  await shownIsServers(world)
})

test('an outcome is taken back once, also by another tab and after a reload', async () => {
  const world = await attended()
  goOffline(world)
  await grouped(world)
  await world.device.restart()
  expect(await undo(world)).toEqual({ kind: 'dropped' })
  await setStatus(world, 'lead-1', 3)
  await world.device.restart()
  expect(await undo(world)).toEqual({ kind: 'impossible', message: ALREADY_TAKEN_BACK })
  expect((await queue(world)).map(({ command }) => command)).toEqual(['lead.setServiceStatus'])
})

test('two presses at once take a sent outcome back once', async () => {
  const world = await attended()
  await grouped(world)
  await world.device.cycle()
  goOffline(world)
  const kinds = (await Promise.all([undo(world), undo(world)])).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['impossible', 'queued'])
  expect(await queue(world)).toHaveLength(3)
})

test('a group that was given up in the queue is not taken back: its inverses would undo what was done since', async () => {
  const world = await attended()
  goOffline(world)
  const made = await grouped(world)
  expect(await discardCommand(world.device.db, made.records[0]?.key ?? '')).toBe(true)
  await setStatus(world, 'lead-1', 3)
  await world.device.restart()
  expect(await undo(world)).toMatchObject({ kind: 'impossible' })
  expect((await queue(world)).map(({ command }) => command)).toEqual(['lead.setServiceStatus'])
})

test('a page that is suspended after its outcome was stored can take it back', async () => {
  const world = await attended()
  goOffline(world)
  const { db } = world.device
  const transact = db.transaction.bind(db)
  Reflect.set(db, 'transaction', async (...asked: Parameters<typeof transact>) => {
    Reflect.set(db, 'transaction', transact)
    await transact(...asked)
    freeze(() => undefined)
    resume()
    throw new Error('cut off')
  })
  const { inverses } = await grouped(world)
  expect(inverses).toHaveLength(3)
  expect(await lastOutcome(db)).toMatchObject({ inverses: [{}, {}, {}] })
  expect(await undo(world)).toEqual({ kind: 'dropped' })
})

test('a lead that left the device takes its last outcome along', async () => {
  const world = await attended()
  await grouped(world)
  await world.device.cycle()
  world.server.change('lead-1', { broker_id: 4711 })
  await world.device.cycle()
  expect(await lastOutcome(world.device.db)).toBeNull()
})

test('what was given up before an answer is neither told as done nor as waiting', async () => {
  const world = await attended()
  goOffline(world)
  const { records } = await grouped(world)
  const { signal } = new AbortController()
  const course = followCommands(world.device.db, records, signal)
  await discardCommand(world.device.db, records[0]?.key ?? '')
  expect(await course).toEqual({ kind: 'dropped' })
  // Its patience had ended before anybody followed it.
  expect(await followCommands(world.device.db, records, AbortSignal.abort())).toBeDefined()
})

test('a group that was sent is taken back by its inverses, which are a group', async () => {
  const world = await attended()
  const before = await row(world)
  await grouped(world)
  await world.device.cycle()
  expect(await undo(world)).toMatchObject({ kind: 'queued' })
  const queued = await queue(world)
  expect(queued.map(({ command }) => command)).toEqual(['lead.putBack', 'lead.putBack', 'lead.putBack'])
  expect(new Set(queued.map(({ group }) => group)).size).toBe(1)
  const after = await row(world)
  expect(after).toMatchObject({
    contact_type: null,
    contact_date: null,
    service_status: null,
    lead_scheduling: before?.lead_scheduling,
  })
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  await shownIsServers(world)
})
