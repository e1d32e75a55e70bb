/** Pushes: commands are applied once and in order, and a refusal delays only commands on the same lead or client. */
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

test('a command is stored as sending before its request', async () => {
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

test('a command with a lost answer is sent again with its key and applied once', async () => {
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

test('commands are sent in the order of their creation, fifty a request', async () => {
  const world = await aSyncedWorld()
  const made = [(await capture(world, 'lead-1')).key, (await capture(world, 'lead-2')).key]
  for (let n = 0; n < 60; n++) made.push((await setStatus(world, `lead-${1 + (n % 2)}`, n)).key)
  await world.device.cycle()
  expect(world.server.applied).toEqual(made)
  expect(world.network.count('/api/sync/push')).toBe(2)
})

test('the answer to a command replaces the row at once and removes server row and command', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  world.network.fault = (path) => (path === '/api/sync' ? 'lost request' : null)
  await world.device.cycle()
  const row = await world.device.db.leads.get('lead-1')
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get('lead-1'))
  expect(await world.device.db.serverLeads.count()).toBe(0)
})

test('a command behind two independent commands is blocked when one of them is refused', async () => {
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

test('a lost capture names the lead’s broker, keeps later commands, and does not delay other leads', async () => {
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

test('a field changed by another user is a conflict with both values, and other fields are stored', async () => {
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

test('a command that fails on the server delays only its own lead and is retried later', async () => {
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

test('a failing server does not get a request for each command, and pulls continue', async () => {
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

test('a dead session keeps the queue and stops sending until the sign-in', async () => {
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
