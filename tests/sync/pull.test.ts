/** Pulls: no row is fetched twice, no older row replaces a newer one, and the queue is never lost. */

import { expect, test } from 'vitest'
import type { PullPage } from '../../src/contract/sync.ts'
import { correctedNow } from '../../src/db/mirror/clock-offset.ts'
import { timelinesOf } from '../../src/db/mirror/timelines.ts'
import { contextSource } from '../../src/db/outbox/command-context.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { readSession } from '../../src/db/session/device-session.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { applyPage } from '../../src/sync/apply-page.ts'
import { readPullState } from '../../src/sync/pull-state.ts'
import { sweepAged } from '../../src/sync/sweep.ts'
import { httpTransport } from '../../src/sync/transport-http.ts'
import { NOW } from '../unit/domain/fixtures.ts'
import { withoutGeneration } from './support/device.ts'
import type { FakeServer } from './support/fake-server.ts'
import {
  aSyncedWorld,
  aWorld,
  capture,
  create,
  goOffline,
  goOnline,
  leadNumber,
  queue,
  saveClient,
  setStatus,
  uuid,
} from './support/world.ts'

/** Returns all pages from a cursor as one page. */
function wholeRun(server: FakeServer, cursor: string | null): PullPage {
  const page = server.pull(cursor)
  if (!page.more) return page
  const rest = wholeRun(server, page.cursor)
  const rows = {
    leads: [...page.rows.leads, ...rest.rows.leads],
    clients: [...page.rows.clients, ...rest.rows.clients],
    catalogues: [...page.rows.catalogues, ...rest.rows.catalogues],
  }
  return { ...page, rows, cursor: rest.cursor, more: false }
}

test('an interrupted first sync resumes after its last page', async () => {
  const world = await aWorld({ leads: 10 })
  let asked = 0
  world.network.fault = (path) => (path === '/api/sync' && ++asked > 2 ? 'lost request' : null)
  await world.device.cycle()
  expect(await world.device.db.leads.count()).toBe(6)
  expect(world.device.status).toMatchObject({ connection: 'offline', lastSyncAt: null })
  await world.device.restart()
  goOnline(world)
  world.network.requests.length = 0
  await world.device.cycle()
  expect(await world.device.db.leads.count()).toBe(10)
  // These are pages three and four. The poll after an opened stream does not count.
  expect(world.network.count('/api/sync')).toBe(2)
})

test('a device that dies while it stores a page has neither the page nor its cursor', async () => {
  for (let writes = 0; writes < 6; writes++) {
    const world = await aWorld({ leads: 7 })
    await world.device.dieDuringCycle(writes)
    await world.device.cycle()
    expect(await world.device.db.leads.count()).toBe(7)
    await world.device.stop()
  }
})

test('a page that arrives after the mirror was cleared is dropped with its cursor', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const state = await readPullState(db)
  const session = await readSession()
  if (session === undefined) throw new Error('expected a session')
  const exchange = await httpTransport('', session.token).pull(
    { cursor: state.cursor, seen: null },
    10,
    new AbortController().signal,
  )
  if (exchange.kind !== 'ok') throw new Error(exchange.kind)
  const arrived = { page: exchange.value, askedWith: state.cursor, nowMs: NOW }
  await Promise.all([db.leads.clear(), db.meta.clear()])
  expect(await applyPage(db, arrived, await contextSource(db, world.user))).toBeNull()
  expect((await readPullState(db)).cursor).toBeNull()
})

test('the first sync removes a lead created on the device that left the scope, and keeps one in scope', async () => {
  const world = await aWorld()
  await create(world, 1)
  await create(world, 2)
  world.network.fault = (path) => (path === '/api/sync/push' ? null : 'lost request')
  await world.device.cycle()
  const lead = (number: number) => world.device.db.leads.get(uuid('lead', number))
  expect(await lead(1)).toMatchObject({ id: expect.any(Number) })
  world.server.change(uuid('lead', 1), { state: 2, status: 2, broker_id: 77 })
  goOnline(world)
  await world.device.cycle()
  expect(await lead(1)).toBeUndefined()
  expect(await lead(2)).toMatchObject({ generation: 1 })
})

test('a lead that a push answer brings during the first sync stays until the next pull', async () => {
  const world = await aWorld({ leads: 7 })
  let pulls = 0
  world.network.fault = (path) => (path === '/api/sync/push' || pulls++ === 0 ? null : 'lost request')
  await world.device.cycle()
  expect(pulls).toBeGreaterThan(1)
  await create(world, 1)
  goOnline(world)
  world.clock.now += 600_000
  await world.device.cycle()
  expect((await readPullState(world.device.db)).lastSyncAt).not.toBeNull()
  expect(await world.device.db.leads.get(uuid('lead', 1))).toMatchObject({
    id: expect.any(Number),
    generation: 0,
  })
})

test('rows that arrive again change nothing', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const before = await db.leads.toArray()
  const { cursor } = await readPullState(db)
  const arrived = { page: wholeRun(world.server, null), askedWith: cursor, nowMs: NOW }
  expect(await applyPage(db, arrived, await contextSource(db, world.user))).not.toBeNull()
  expect(await db.leads.toArray()).toEqual(before)
})

test('without the `answered` field of an older app an older version does not replace a newer one', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const old = wholeRun(world.server, null)
  world.server.change('lead-1', { on_fire: true })
  await world.device.cycle()
  const { answered: _unknown, ...state } = await readPullState(db)
  await db.meta.put({ name: 'pullState', value: state })
  const arrived = { page: old, askedWith: state.cursor, nowMs: NOW }
  expect(await applyPage(db, arrived, await contextSource(db, world.user))).not.toBeNull()
  expect(await db.leads.get('lead-1')).toMatchObject({ on_fire: true })
})

test('a page that was in flight while a command was answered does not undo the answer', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const before = world.server.leads.get('lead-1')
  if (before === undefined) throw new Error('expected lead-1')
  await capture(world, 'lead-1')
  await world.device.cycle()
  const { cursor, answered } = await readPullState(db)
  const own = (await db.leads.get('lead-1'))?.version ?? 0
  expect(answered).toBe(own)
  const session = await readSession()
  const exchange = await httpTransport('', session?.token ?? '').pull(
    { cursor, seen: null },
    10,
    new AbortController().signal,
  )
  if (exchange.kind !== 'ok') throw new Error(exchange.kind)
  const rows = { ...exchange.value.rows, leads: [before] }
  const arrived = { page: { ...exchange.value, rows }, askedWith: cursor, nowMs: NOW }
  expect(await applyPage(db, arrived, await contextSource(db, world.user))).toMatchObject({ answered: own })
  expect(await db.leads.get('lead-1')).toMatchObject({ state: 2, version: own })
})

test('a pull stores the server row of a lead with pending commands and replays them on it', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.server.change('lead-1', { on_fire: true })
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  const serverRow = await world.device.db.serverLeads.get('lead-1')
  expect(serverRow && withoutGeneration(serverRow)).toEqual(world.server.leads.get('lead-1'))
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({
    on_fire: true,
    state: 2,
    broker_id: world.user.id,
  })
})

test('a lead that leaves the scope is removed, after its last command in flight', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.server.change('lead-1', { state: 2, broker_id: 77 })
  world.server.change('lead-2', { state: 2, broker_id: 77 })
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(await world.device.db.leads.get('lead-2')).toBeUndefined()
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ broker_id: world.user.id })
  goOnline(world)
  await world.device.cycle()
  expect(await world.device.db.leads.get('lead-1')).toBeUndefined()
  expect(await world.device.db.serverLeads.count()).toBe(0)
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }])
})

test('after a new epoch rows missing from the new generation are deleted, and the queue stays', async () => {
  const world = await aSyncedWorld({ leads: 8 })
  goOffline(world)
  await capture(world, 'lead-1')
  await setStatus(world, 'lead-1', 2)
  world.server.leads.delete('lead-8')
  world.server.restore()
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(await queue(world)).toHaveLength(2)
  expect(await world.device.db.leads.get('lead-8')).toBeUndefined()
  const rows = await world.device.db.leads.toArray()
  expect(rows.map((lead) => lead.generation)).toEqual(Array(7).fill(2))
  expect(rows[0]).toMatchObject({ uid: 'lead-1', broker_id: world.user.id, service_status: 2 })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ broker_id: world.user.id, service_status: 2 })
})

test('a restored server counts its versions from lower ones: what an answer stored before stays', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  await create(world, 1)
  world.network.fault = (path) => (path === '/api/sync/push' ? null : 'lost request')
  await world.device.cycle()
  const created = await db.leads.get(uuid('lead', 1))
  expect(created).toMatchObject({ generation: 0, id: expect.any(Number) })
  const page = wholeRun(world.server, null)
  const lower = <Row extends { version: number }>(row: Row): Row => ({ ...row, version: row.version - 10 })
  const rows = { ...page.rows, leads: page.rows.leads.map(lower), clients: page.rows.clients.map(lower) }
  const { cursor } = await readPullState(db)
  const arrived = { page: { ...page, rows, reset: true }, askedWith: cursor, nowMs: NOW }
  expect(await applyPage(db, arrived, await contextSource(db, world.user))).not.toBeNull()
  expect(await db.leads.get(uuid('lead', 1))).toMatchObject({ generation: 2 })
  expect(await db.clients.get(created?.client_uid ?? '')).toMatchObject({ generation: 2 })
})

test('fields and catalogues unknown to this version are stored', async () => {
  const world = await aWorld()
  world.server.write({ ...leadNumber(1), telematics_score: 71 })
  world.server.catalogues.push({ kind: 'weather', id: '1', version: 1, value: { sun: true } })
  await world.device.cycle()
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ telematics_score: 71 })
  expect(await world.device.db.catalogues.get(['weather', '1'])).toMatchObject({ value: { sun: true } })
})

test('finished leads that aged out are deleted with their clients, except leads with pending commands', async () => {
  const world = await aWorld()
  const old = {
    state: 3,
    sold: 1,
    broker_id: world.user.id,
    end_lead_date: new Date(NOW - 31 * DAY_MS).toISOString(),
  } as const
  for (const number of [1, 2]) world.server.write({ ...leadNumber(number), ...old })
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  const { db } = world.device
  // A cycle sweeps at its end, so it runs before the leads are old. The command is made before the sweep.
  world.clock.now -= 5 * DAY_MS
  await world.device.cycle()
  world.clock.now += 5 * DAY_MS
  await setStatus(world, 'lead-1', 2)
  expect(await sweepAged(db, await world.device.context(), world.clock.now)).toBe(1)
  expect((await db.leads.toArray()).map((lead) => lead.uid)).toEqual(['lead-1', 'lead-3', 'lead-4'])
  expect(await db.clients.get(uuid('client', 5002))).toBeUndefined()
  expect(await db.clients.get(uuid('client', 5001))).toBeDefined()
})

test('each page adds one journal record with all its changed leads', async () => {
  const world = await aWorld({ leads: 5 })
  await world.device.cycle()
  const records = await world.device.db.journal.orderBy('seq').toArray()
  expect(records.map((record) => record.uids.length)).toEqual([3, 2])
})

test('the pull after the answer to an own command writes the timeline and no row', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const synced = await db.journal.count()
  await capture(world, 'lead-1')
  await world.device.cycle()
  const own = await db.leads.get('lead-1')
  expect(own).toMatchObject({ state: 2, version: world.server.leads.get('lead-1')?.version })
  const [timeline] = await timelinesOf(db, ['lead-1'])
  expect(timeline?.map(({ id }) => id)).toEqual([own?.version])
  // The command and its answer.
  expect((await db.journal.count()) - synced).toBe(2)
})

test('the clients of a large page, also with pending changes, are stored with their leads', async () => {
  const world = await aSyncedWorld({ leads: 1 })
  const { server, device } = world
  goOffline(world)
  await saveClient(world, uuid('client', 5001), { name: 'Digitado aqui' })
  for (let number = 1; number <= 120; number++) server.write(leadNumber(number))
  for (let number = 1; number <= 120; number++)
    server.changeClient(uuid('client', 5000 + number), { rg: 'MG-1' })
  const state = await readPullState(device.db)
  const page = wholeRun(server, state.cursor)
  const arrived = { page, askedWith: state.cursor, nowMs: NOW }
  const source = await contextSource(device.db, world.user)
  await applyPage(device.db, arrived, source)
  expect(await device.db.leads.count()).toBe(120)
  expect(await device.db.clients.filter(({ rg }) => rg === 'MG-1').count()).toBe(120)
  expect(await device.db.clients.get(uuid('client', 5001))).toMatchObject({ name: 'Digitado aqui' })
  expect(await device.db.serverClients.get(uuid('client', 5001))).toMatchObject({
    name: 'Cliente 1',
    rg: 'MG-1',
  })
})

test('the clients that a crash of version 0.2.0 left in a record are stored with the next page', async () => {
  const world = await aSyncedWorld({ leads: 2 })
  const { db } = world.device
  const clients = await db.clients.orderBy('uid').toArray()
  const left = clients.map(withoutGeneration)
  const newer = left.map((client) => ({ ...client, rg: 'MG-2', version: client.version + 1 }))
  await db.clients.delete(left[1]?.uid ?? '')
  await db.meta.put({ name: 'lateClients', value: { generation: 1, rows: newer } })
  await world.device.cycle()
  expect((await db.clients.toArray()).map(({ rg }) => rg)).toEqual(['MG-2', 'MG-2'])
  expect(await db.meta.get('lateClients')).toBeUndefined()
})

test('the first answer corrects a device clock that is hours wrong', async () => {
  const world = await aWorld()
  world.clock.skew = -7 * 3_600_000
  await world.device.cycle()
  expect(await correctedNow(world.device.db, world.clock.now + world.clock.skew)).toBe(world.clock.now)
  await runCommand(
    world.device.db,
    'lead.capture',
    { lead_uid: 'lead-1' },
    { nowMs: world.clock.now + world.clock.skew },
  )
  expect((await queue(world))[0]?.occurredAt).toBe(new Date(world.clock.now).toISOString())
})

test('a session never fetches or sends for the mirror of another user', async () => {
  const mine = await aSyncedWorld()
  await capture(mine, 'lead-1')
  await aWorld()
  const asked = mine.network.requests.length
  await mine.device.cycle()
  expect(mine.network.requests).toHaveLength(asked)
  expect(await queue(mine)).toHaveLength(1)
})
