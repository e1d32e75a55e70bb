/** What is promised about sending: once, in order, and a refusal holds up nobody else. */
import { expect, test } from 'vitest'
import { readSession } from '../../src/db/session/device-session.ts'
import { withoutGeneration } from './support/device.ts'
import {
  aSyncedWorld,
  capture,
  goOffline,
  goOnline,
  queue,
  run,
  saveClient,
  schedule,
  setStatus,
  uuid,
} from './support/world.ts'

test('a command is marked as sending before anything leaves the device', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  const states: Promise<string[]>[] = []
  world.network.onRequest = (path) => {
    if (path === '/api/sync/push')
      states.push(queue(world).then((records) => records.map((record) => record.state)))
  }
  goOffline(world)
  await world.device.cycle()
  expect(await Promise.all(states)).toEqual([['sending']])
})

test('a command whose answer was lost is asked for again by its key, and carried out once', async () => {
  const world = await aSyncedWorld()
  const { key } = await capture(world, 'lead-1')
  world.network.fault = () => 'lost answer'
  await world.device.cycle()
  expect(world.server.applied).toEqual([key])
  expect(await queue(world)).toMatchObject([{ key, state: 'sending' }])
  goOnline(world)
  await world.device.restart()
  await world.device.cycle()
  expect(world.server.applied).toEqual([key])
  expect(await queue(world)).toEqual([])
})

test('commands arrive in the order in which they were made, fifty at a time', async () => {
  const world = await aSyncedWorld()
  const made = [(await capture(world, 'lead-1')).key, (await capture(world, 'lead-2')).key]
  for (let n = 0; n < 60; n++) made.push((await setStatus(world, `lead-${1 + (n % 2)}`, n)).key)
  await world.device.cycle()
  expect(world.server.applied).toEqual(made)
  expect(world.network.count('/api/sync/push')).toBe(2)
})

test('what the server took is the row at once: no base, no queue, no flicker', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.network.fault = (path) => (path === '/api/sync' ? 'lost request' : null)
  await world.device.cycle()
  const row = await world.device.db.leads.get('lead-1')
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get('lead-1'))
  expect(await world.device.db.serverLeads.count()).toBe(0)
})

test('what comes after two commands of which one knows nothing of the other waits until both are answered', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  const lead_uid = 'lead-1'
  const client_uid = uuid('client', 5001)
  await capture(world, lead_uid)
  const { key } = await saveClient(world, client_uid, { mail: 'a@exemplo.com.br' })
  await run(world, 'lead.update', {
    lead_uid,
    client_uid,
    changes: { proposal: 'P1' },
    client: { rg: '123' },
  })
  expect((await queue(world)).map(({ dependsOn }) => dependsOn)).toEqual([null, null, key])
  world.server.change(lead_uid, { state: 2, broker_id: 77, status: 2 })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.applied).toEqual([key])
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }, { state: 'blocked' }])
})

test('a capture that somebody else won: the broker is told who, later work is kept, other leads go on', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, 'lead-1')
  await schedule(world, 'lead-1', '2026-11-19T12:00:00.000Z')
  await capture(world, 'lead-2')
  world.server.change('lead-1', { state: 2, broker_id: 77, status: 2 })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { command: 'lead.capture', state: 'conflict', problem: { holder: { id: 77, name: 'Rita Alves' } } },
    { command: 'lead.schedule', state: 'blocked', subject: { leadId: 1, clientName: 'Cliente 1' } },
  ])
  expect(await world.device.db.leads.get('lead-1')).toBeUndefined()
  expect(world.server.leads.get('lead-2')?.broker_id).toBe(world.user.id)
})

test('a field that somebody else changed meanwhile is a conflict with both values; other fields are taken', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  await setStatus(world, 'lead-1', 3)
  await schedule(world, 'lead-1', '2026-11-19T12:00:00.000Z')
  world.server.change('lead-1', { service_status: 2, on_fire: true })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { state: 'conflict', problem: { fields: [{ field: 'service_status', yours: 3, current: 2 }] } },
    { state: 'blocked' },
  ])
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ service_status: 2, on_fire: true })
})

test('one command that breaks the server holds up its own lead only, and is tried again later', async () => {
  const world = await aSyncedWorld()
  world.server.poison.add('lead-1')
  for (const uid of ['lead-1', 'lead-2', 'lead-3']) await capture(world, uid)
  await setStatus(world, 'lead-1', 1)
  await world.device.cycle()
  expect((await queue(world)).map((record) => record.entityUid)).toEqual(['lead-1', 'lead-1'])
  expect(world.device.status).toMatchObject({ connection: 'online', problem: null })

  world.server.poison.clear()
  world.clock.now += 60_000
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
})

test('a server that fails is not asked for each command, and rows still come in', async () => {
  const world = await aSyncedWorld()
  for (const uid of ['lead-1', 'lead-2', 'lead-3', 'lead-4']) await capture(world, uid)
  world.server.change('lead-4', { on_fire: true })
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(world.network.count('/api/sync/push')).toBeLessThanOrEqual(3)
  expect(world.device.status).toMatchObject({ connection: 'online', problem: 'Erro interno.' })
  expect(await world.device.db.leads.get('lead-4')).toMatchObject({ on_fire: true, state: 2 })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
})

test('a dead session keeps the queue, stops sending, and goes on after the sign-in', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.server.tokens.clear()
  await world.device.cycle()
  expect(world.device.status.needsLogin).toBe(true)
  expect((await readSession())?.expired).toBe(true)
  const asked = world.network.requests.length
  await world.device.cycle()
  expect(world.network.requests).toHaveLength(asked)
  expect(await queue(world)).toHaveLength(1)

  await world.device.signIn('another token')
  await world.device.cycle()
  expect(world.device.status.needsLogin).toBe(false)
  expect(world.server.applied).toHaveLength(1)
})
