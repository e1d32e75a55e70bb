/** Refused commands: they stay until the user decides, and a decision releases the commands behind them. */
import { expect, test } from 'vitest'
import { canKeepTexts, type KeptText } from '../../src/db/outbox/keep-texts.ts'
import {
  discardCommand,
  discardLead,
  exportQueue,
  keyNow,
  resolveConflict,
  retryCommand,
} from '../../src/db/outbox/resolve-outbox.ts'
import type { MirrorDb } from '../../src/db/schema/mirror.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import { wipeMirror } from '../../src/db/sign-out.ts'
import { withoutGeneration } from './support/device.ts'
import { nameOf } from './support/mirror-of.ts'
import {
  aSyncedWorld,
  capture,
  create,
  goOffline,
  goOnline,
  queue,
  run,
  saveClient,
  schedule,
  setStatus,
  uuid,
  type World,
} from './support/world.ts'

const TOMORROW = '2026-11-19T12:00:00.000Z'

/** The broker has the lead. Its service status is in conflict, and a scheduling is blocked behind it. */
async function aConflict(): Promise<World> {
  const world = await statusesBehindOneAnother(3)
  await schedule(world, 'lead-1', TOMORROW)
  world.server.change('lead-1', { service_status: 1 })
  goOnline(world)
  await world.device.cycle()
  return world
}

/** The broker has the lead and is offline. Queues one change of the service status for each value. */
async function statusesBehindOneAnother(...statuses: readonly number[]): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  for (const status of statuses) await setStatus(world, 'lead-1', status)
  return world
}

async function keyOf(world: World, place: number): Promise<string> {
  return (await queue(world))[place]?.key ?? ''
}

async function shownIsServers(world: World): Promise<void> {
  const row = await world.device.db.leads.get('lead-1')
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get('lead-1'))
  expect(await world.device.db.serverLeads.count()).toBe(0)
}

test('a discard replays the rest of the queue on the server row and releases it', async () => {
  const world = await aConflict()
  await discardCommand(world.device.db, await keyOf(world, 0))
  expect(await queue(world)).toMatchObject([{ state: 'queued', dependsOn: null }])
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({
    service_status: 1,
    lead_scheduling: { scheduling_date: TOMORROW },
  })
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')?.lead_scheduling?.scheduling_date).toBe(TOMORROW)
})

test('a discard passes its base to the next command, also after the lead left the device', async () => {
  const world = await statusesBehindOneAnother(1, 2, 3)
  const { db } = world.device
  const first = await keyOf(world, 0)
  // This is the state after an answer that refuses the command because the lead is out of scope.
  await db.outbox.where('key').equals(first).modify({ state: 'rejected' })
  await db.outbox.filter(({ key }) => key !== first).modify({ state: 'blocked' })
  await db.leads.delete('lead-1')
  await db.serverLeads.delete('lead-1')
  expect((await queue(world)).map(({ base }) => base)).toEqual([{ service_status: null }, {}, {}])
  await discardCommand(db, first)
  // The last command follows a pending one on the same field and gets no base.
  expect((await queue(world)).map(({ base }) => base)).toEqual([{ service_status: null }, {}])
})

/** Changes of mail, phone and mail of a client that is not on the device, as after a sign-out that keeps the queue. */
async function savesOfAnAbsentClient() {
  const world = await aSyncedWorld()
  goOffline(world)
  const { db } = world.device
  const client_uid = uuid('client', 5001)
  const seen = (await db.clients.get(client_uid))?.mail
  const { key } = await saveClient(world, client_uid, { mail: 'um@exemplo.com.br' })
  await saveClient(world, client_uid, { cellphone: '31987654321' })
  await saveClient(world, client_uid, { mail: 'dois@exemplo.com.br' })
  await db.clients.delete(client_uid)
  await db.serverClients.delete(client_uid)
  return { world, db, seen, key }
}

test('a discard passes its base to the next command on a client that left the device', async () => {
  const { world, db, seen, key } = await savesOfAnAbsentClient()
  await db.outbox.where('key').equals(key).modify({ state: 'rejected' })
  await discardCommand(db, key)
  const [, mail] = await queue(world)
  expect(mail?.base).toEqual({ 'client.mail': seen })
})

test('a discard in a queue of an earlier version without `writes` loses no base', async () => {
  const { world, db, seen, key } = await savesOfAnAbsentClient()
  await db.outbox.toCollection().modify((record) => {
    delete record.writes
  })
  await discardCommand(db, key)
  // The last command may conflict without need, but none overwrites a value that the user has not seen.
  expect((await queue(world)).map(({ base }) => base['client.mail'])).toEqual([seen, seen])
})

test('after a discard the next command conflicts with a colleague’s value that the queue had covered', async () => {
  const world = await statusesBehindOneAnother(1, 2)
  const { db } = world.device
  const first = await keyOf(world, 0)
  // The commands wait, as behind a document whose upload fails; the rest of the sync continues.
  await db.outbox.toCollection().modify({ retryAt: world.clock.now + 60_000 })
  world.server.change('lead-1', { service_status: 3 })
  goOnline(world)
  await world.device.cycle()
  expect(await db.serverLeads.get('lead-1')).toMatchObject({ service_status: 3 })
  expect(await db.leads.get('lead-1')).toMatchObject({ service_status: 2 })
  await discardCommand(db, first)
  world.clock.now += 60_000
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { state: 'conflict', problem: { fields: [{ field: 'service_status', yours: 2, current: 3 }] } },
  ])
})

test('after a discard a command that repeats the discarded value is compared with the server too', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  const first = await capture(world, 'lead-1')
  await run(world, 'lead.negotiate', { lead_uid: 'lead-1' })
  const { db } = world.device
  await db.outbox.toCollection().modify({ retryAt: world.clock.now + 60_000 })
  // A colleague of the same team has advanced the lead since.
  world.server.change('lead-1', { state: 2, status: 4, broker_id: world.user.id })
  goOnline(world)
  await world.device.cycle()
  await discardCommand(db, first.key)
  world.clock.now += 60_000
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    {
      state: 'conflict',
      problem: { fields: expect.arrayContaining([{ field: 'status', yours: 2, current: 4 }]) },
    },
  ])
})

test('discarding a creation keeps the base of a later change of its existing client', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  const { db } = world.device
  const client_uid = uuid('client', 5001)
  const known = await db.clients.get(client_uid)
  const begun = await create(world, 1, { client_uid })
  await saveClient(world, client_uid, { mail: 'dois@exemplo.com.br' })
  await db.clients.delete(client_uid)
  await db.serverClients.delete(client_uid)
  await discardCommand(db, begun.key)
  expect(await queue(world)).toMatchObject([
    { command: 'client.update', base: { 'client.mail': known?.mail } },
  ])
})

test('a command whose value the server already has still conflicts when the value changes again', async () => {
  const world = await statusesBehindOneAnother(3, 1)
  world.server.change('lead-1', { service_status: 1 })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }, { state: 'blocked' }])
  await discardCommand(world.device.db, await keyOf(world, 0))
  expect(await queue(world)).toMatchObject([{ state: 'queued', base: { service_status: 1 } }])
  world.server.change('lead-1', { service_status: 2 })
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { state: 'conflict', problem: { fields: [{ field: 'service_status', yours: 1, current: 2 }] } },
  ])
})

test('keyNow finds a command after a retry, and a command that may be in flight is not discarded', async () => {
  const world = await aConflict()
  const { db } = world.device
  const [asked] = await queue(world)
  if (asked === undefined) throw new Error('expected a queued command')
  await retryCommand(db, asked.key)
  const key = await keyOf(world, 0)
  expect(await keyNow(db, asked)).toBe(key)
  await db.outbox.where('key').equals(key).modify({ state: 'sending' })
  expect(await discardCommand(db, key)).toBe(false)
  expect(await keyOf(world, 0)).toBe(key)
  await db.outbox.where('key').equals(key).modify({ state: 'queued' })
  expect(await discardCommand(db, key)).toBe(true)
  expect(await keyNow(db, asked)).toBe(null)
})

test('discarding all commands of a lead shows its server row and keeps the queue of other leads', async () => {
  const world = await aConflict()
  await capture(world, 'lead-2')
  await discardLead(world.device.db, await keyOf(world, 0))
  expect((await queue(world)).map((record) => record.entityUid)).toEqual(['lead-2'])
  await discardLead(world.device.db, await keyOf(world, 0))
  await shownIsServers(world)
})

test('resolving with mine overwrites only the value that the user has seen', async () => {
  const world = await aConflict()
  const before = await keyOf(world, 0)
  await resolveConflict(world.device.db, before, 'mine')
  expect(await queue(world)).toMatchObject([
    { state: 'queued', problem: null, base: { service_status: 1 } },
    { state: 'queued' },
  ])
  expect(await keyOf(world, 0)).not.toBe(before)
  world.server.change('lead-1', { service_status: 2 })
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { state: 'conflict', problem: { fields: [{ yours: 3, current: 2 }] } },
    { state: 'blocked' },
  ])
  await resolveConflict(world.device.db, await keyOf(world, 0), 'mine')
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({
    service_status: 3,
    lead_scheduling: { scheduling_date: TOMORROW },
  })
  await shownIsServers(world)
})

/** The broker has the lead and saves its notes twice. A colleague's note comes in between, so the first is in conflict. */
async function aConflictOfNotes(...notes: readonly string[]): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  const client_uid = (await world.device.db.leads.get('lead-1'))?.client_uid ?? ''
  for (const additional_information of notes)
    await run(world, 'lead.update', { lead_uid: 'lead-1', client_uid, changes: { additional_information } })
  world.server.change('lead-1', { additional_information: 'Deles' })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }, { state: 'blocked' }])
  return world
}

const withTheirs: KeptText = (_record, field, own) =>
  field === 'additional_information' ? `Deles + ${own}` : own

test('keeping both texts sends them over the present one, and a later save does not undo it', async () => {
  const world = await aConflictOfNotes('Meu', 'Meu 2')
  await resolveConflict(world.device.db, await keyOf(world, 0), { theirs: [], texts: withTheirs })
  expect(await queue(world)).toMatchObject([
    {
      state: 'queued',
      args: { changes: { additional_information: 'Deles + Meu' } },
      base: { additional_information: 'Deles' },
    },
    { state: 'queued', args: { changes: { additional_information: 'Deles + Meu 2' } } },
  ])
  world.server.change('lead-1', { additional_information: 'Deles de novo' })
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }, { state: 'blocked' }])
  await resolveConflict(world.device.db, await keyOf(world, 0), 'mine')
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')?.additional_information).toBe('Deles + Meu 2')
  await shownIsServers(world)
})

test('texts that are too long together decide nothing, also in a later save', async () => {
  const world = await aConflictOfNotes('Meu', 'x'.repeat(4000))
  const before = await queue(world)
  expect(canKeepTexts(before.slice(0, 1), withTheirs)).toBe(true)
  expect(canKeepTexts(before, withTheirs)).toBe(false)
  await resolveConflict(world.device.db, await keyOf(world, 0), { theirs: [], texts: withTheirs })
  expect(await queue(world)).toEqual(before)
})

test('resolving with theirs discards the command', async () => {
  const world = await aConflict()
  await resolveConflict(world.device.db, await keyOf(world, 0), 'theirs')
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 1 })
  await shownIsServers(world)
})

test('a retry uses a new key, and does not change a command that may be in flight', async () => {
  const world = await aSyncedWorld()
  const { key } = await capture(world, 'lead-1')
  world.network.fault = () => 'lost answer'
  await world.device.cycle()
  await retryCommand(world.device.db, key)
  await resolveConflict(world.device.db, key, 'mine')
  expect(await queue(world)).toMatchObject([{ key, state: 'sending' }])

  const conflict = await aConflict()
  const refused = await keyOf(conflict, 0)
  await retryCommand(conflict.device.db, refused)
  expect(await keyOf(conflict, 0)).not.toBe(refused)
  expect(await queue(conflict)).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
})

test('a lost capture can be retried when the lead is free again', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  world.server.change('lead-1', { state: 2, broker_id: 77, status: 2 })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }])
  world.server.change('lead-1', { state: 1, broker_id: null, status: 1 })
  await world.device.cycle()
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ state: 1 })
  await retryCommand(world.device.db, await keyOf(world, 0))
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ state: 2 })
  await world.device.cycle()
  await shownIsServers(world)
})

test('the exported queue contains every command with its arguments and subject', async () => {
  const world = await aConflict()
  const file = JSON.parse(await exportQueue(world.device.db))
  expect(file.commands).toMatchObject([
    { command: 'lead.setServiceStatus', args: { service_status: 3 }, subject: { clientName: 'Cliente 1' } },
    { command: 'lead.schedule', state: 'blocked' },
  ])
})

/** Returns the number of leads, clients, server rows of leads, and commands, read on a new connection. */
async function left(db: MirrorDb): Promise<number[]> {
  await db.open()
  return Promise.all([db.leads, db.clients, db.serverLeads, db.outbox].map((table) => table.count()))
}

test('a sign-out that keeps the queue deletes everything else, and the next sign-in sends the queue', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  await clearSession()
  await wipeMirror(world.user.id, { queue: true, drafts: false })
  expect(await left(world.device.db)).toEqual([0, 0, 0, 1])
  goOnline(world)
  await world.device.signIn('next')
  await world.device.restart()
  await world.device.cycle()
  expect(world.server.applied).toHaveLength(1)
  expect(await left(world.device.db)).toEqual([4, 4, 0, 0])
  await shownIsServers(world)
})

test('a sign-out without the queue deletes the database', async () => {
  const world = await aSyncedWorld()
  await clearSession()
  await world.device.stop()
  await wipeMirror(world.user.id, { queue: false, drafts: false })
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(nameOf(world.user.id))
})

test('queued commands can be discarded one by one, but not one that may be in flight', async () => {
  const world = await statusesBehindOneAnother(3)
  await schedule(world, 'lead-1', TOMORROW)
  const { db } = world.device
  const [first, second] = await queue(world)
  if (first === undefined || second === undefined) throw new Error('expected two queued commands')
  await db.outbox.where('key').equals(first.key).modify({ state: 'sending' })

  await discardCommand(db, first.key)
  expect((await queue(world)).map(({ key }) => key)).toEqual([first.key, second.key])
  await discardCommand(db, second.key)
  expect((await queue(world)).map(({ key }) => key)).toEqual([first.key])
})
