/** Clients changed on the device: they have the same guarantees as leads, field by field. */
import { expect, test } from 'vitest'
import {
  canDropFields,
  discardCommand,
  replaceArgs,
  resolveConflict,
} from '../../src/db/outbox/resolve-outbox.ts'
import { withoutGeneration } from './support/device.ts'
import {
  aSyncedWorld,
  capture,
  goOffline,
  goOnline,
  queue,
  run,
  saveClient,
  setStatus,
  uuid,
  type World,
} from './support/world.ts'

const CLIENT = uuid('client', 5001)

const client = ({ device }: World) => device.db.clients.get(CLIENT)
const lead = ({ device }: World) => device.db.leads.get('lead-1')
const firstKey = async (world: World) => (await queue(world))[0]?.key ?? ''

const save = (world: World, args: { changes?: object; client?: object }) =>
  run(world, 'lead.update', { lead_uid: 'lead-1', client_uid: CLIENT, changes: {}, ...args })

/** The broker has lead 1 and is offline. */
async function anOwnLead(): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  goOffline(world)
  return world
}

async function allIsTheServers(world: World): Promise<void> {
  const [row, held] = [await lead(world), await client(world)]
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get('lead-1'))
  expect(held && withoutGeneration(held)).toEqual(world.server.rows.clients.get(CLIENT))
  const { serverLeads, serverClients } = world.device.db
  expect([await serverLeads.count(), await serverClients.count(), (await queue(world)).length]).toEqual([
    0, 0, 0,
  ])
}

test('a save of the form changes the lead, its client, and the client fields copied to the lead', async () => {
  const world = await anOwnLead()
  const record = await save(world, {
    changes: { proposal: 'P1', product: 'Auto', product_details: { year: '2020' } },
    client: { name: 'Outro Nome', address: { cep: '01310100' } },
  })
  expect(await lead(world)).toMatchObject({ proposal: 'P1', client_name: 'Outro Nome' })
  expect(await client(world)).toMatchObject({ name: 'Outro Nome', address: { cep: '01310100', street: '' } })
  expect(await world.device.db.serverClients.get(CLIENT)).toMatchObject({ name: 'Cliente 1' })
  expect(record).toMatchObject({ clientUid: CLIENT })
  expect(record.base).toEqual({
    proposal: null,
    product: null,
    'product_details.year': '',
    'client.name': 'Cliente 1',
    'client.address.cep': '',
  })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.rows.clients.get(CLIENT)).toMatchObject({ name: 'Outro Nome' })
  await allIsTheServers(world)
})

test('a save without client fields does not depend on pending changes of the client', async () => {
  const world = await anOwnLead()
  await saveClient(world, CLIENT, { mail: 'a@exemplo.com.br' })
  expect(await save(world, { changes: { proposal: 'P1' } })).toMatchObject({
    clientUid: null,
    dependsOn: null,
  })
})

test('changes of one client keep their order, and a later base omits pending fields', async () => {
  const world = await anOwnLead()
  const first = await save(world, { client: { mail: 'a@exemplo.com.br' } })
  const second = await saveClient(world, CLIENT, { mail: 'b@exemplo.com.br', rg: '1' })
  expect(second).toMatchObject({ dependsOn: first.key, base: { 'client.rg': '' } })
  expect(await client(world)).toMatchObject({ mail: 'b@exemplo.com.br', rg: '1' })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.applied.slice(-2)).toEqual([first.key, second.key])
  await allIsTheServers(world)
})

test('a change of the client also changes its fields on a lead with pending commands', async () => {
  const world = await anOwnLead()
  await setStatus(world, 'lead-1', 2)
  await saveClient(world, CLIENT, { name: 'Nome Novo' })
  expect(await lead(world)).toMatchObject({ client_name: 'Nome Novo' })
  goOnline(world)
  await world.device.cycle()
  await allIsTheServers(world)
})

test('a colleague’s change of another client field is stored under the pending change', async () => {
  const world = await anOwnLead()
  await saveClient(world, CLIENT, { mail: 'a@exemplo.com.br' })
  world.server.changeClient(CLIENT, { name: 'Da Colega', rg: '77' })
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(await client(world)).toMatchObject({ mail: 'a@exemplo.com.br', rg: '77', name: 'Da Colega' })
  expect(await world.device.db.serverClients.get(CLIENT)).toMatchObject({ mail: '', rg: '77' })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.rows.clients.get(CLIENT)).toMatchObject({ mail: 'a@exemplo.com.br', rg: '77' })
  await allIsTheServers(world)
})

/** A save of name, mail, proposal and product in conflict with a colleague's name and product year. */
async function aConflict(): Promise<World> {
  const world = await anOwnLead()
  await save(world, {
    changes: { proposal: 'P1', product: 'Auto', product_details: { year: '2020', brand: 'Fiat' } },
    client: { name: 'Meu', mail: 'meu@exemplo.com.br' },
  })
  world.server.changeClient(CLIENT, { name: 'Da Colega' })
  const row = world.server.leads.get('lead-1')
  if (row !== undefined)
    world.server.write({ ...row, product_details: { ...row.product_details, year: '2019' } })
  goOnline(world)
  await world.device.cycle()
  return world
}

test('a field of client or product changed on both sides is a conflict, and the save is not shown', async () => {
  const world = await aConflict()
  const [record] = await queue(world)
  expect(record).toMatchObject({ state: 'conflict' })
  expect(record?.problem?.fields).toEqual(
    expect.arrayContaining([
      { field: 'client.name', yours: 'Meu', current: 'Da Colega' },
      { field: 'product_details.year', yours: '2020', current: '2019' },
    ]),
  )
  expect(record?.problem?.fields).toHaveLength(2)
  expect(await lead(world)).toMatchObject({ client_name: 'Da Colega', proposal: null })
  expect(await client(world)).toMatchObject({ name: 'Da Colega', mail: '' })
})

test('resolving a conflict with theirs sends the other fields of the save', async () => {
  const world = await aConflict()
  await resolveConflict(world.device.db, await firstKey(world), 'theirs')
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({
    proposal: 'P1',
    product_details: { year: '2019', brand: 'Fiat' },
  })
  expect(world.server.rows.clients.get(CLIENT)).toMatchObject({
    name: 'Da Colega',
    mail: 'meu@exemplo.com.br',
  })
  await allIsTheServers(world)
})

test('each field can be decided on its own', async () => {
  const world = await aConflict()
  await resolveConflict(world.device.db, await firstKey(world), { theirs: ['client.name'] })
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ product_details: { year: '2020', brand: 'Fiat' } })
  expect(world.server.rows.clients.get(CLIENT)).toMatchObject({ name: 'Da Colega' })
  await allIsTheServers(world)
})

test('a conflict in fields that change together is not resolved for one of them alone', async () => {
  const world = await anOwnLead()
  goOnline(world)
  world.server.change('lead-1', { sold: 0, lost_sale: 2 })
  await world.device.cycle()
  goOffline(world)
  await save(world, { changes: { sold: 1 } })
  world.server.change('lead-1', { sold: null, lost_sale: 3 })
  goOnline(world)
  await world.device.cycle()
  const [before] = await queue(world)
  if (before === undefined) throw new Error('expected a conflict')
  expect(before.problem?.fields.map(({ field }) => field).sort()).toEqual(['lost_sale', 'sold'])
  expect(canDropFields(before, ['lost_sale'])).toBe(false)
  await resolveConflict(world.device.db, before.key, { theirs: ['lost_sale'] })
  expect(await queue(world)).toEqual([before])
})

test('resolving with theirs removes a save that has only the field in conflict', async () => {
  const world = await anOwnLead()
  await saveClient(world, CLIENT, { name: 'Meu' })
  world.server.changeClient(CLIENT, { name: 'Da Colega' })
  goOnline(world)
  await world.device.cycle()
  await resolveConflict(world.device.db, await firstKey(world), 'theirs')
  await allIsTheServers(world)
})

test('a refusal blocks only commands on the same client or lead, and its discard releases them', async () => {
  const world = await aConflict()
  goOffline(world)
  const ours = await saveClient(world, CLIENT, { rg: '1' })
  await capture(world, 'lead-2')
  expect(ours.state).toBe('blocked')
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'conflict' }, { state: 'blocked' }])
  await discardCommand(world.device.db, await firstKey(world))
  expect(await queue(world)).toMatchObject([{ state: 'queued', dependsOn: null }])
  expect(await client(world)).toMatchObject({ rg: '1' })
  await world.device.cycle()
  expect(world.server.rows.clients.get(CLIENT)).toMatchObject({ rg: '1', name: 'Da Colega' })
  await allIsTheServers(world)
})

test('a corrected save is compared with the values that the user saw, and keeps later saves valid', async () => {
  const world = await aConflict()
  await save(world, { client: { name: 'Depois' } })
  const args = {
    lead_uid: 'lead-1',
    client_uid: CLIENT,
    changes: { proposal: 'P2' },
    client: { name: 'Visto' },
  }
  expect(await replaceArgs(world.device.db, await firstKey(world), args)).toMatchObject({ kind: 'queued' })
  expect(await client(world)).toMatchObject({ name: 'Depois' })
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ proposal: 'P2' })
  expect(world.server.rows.clients.get(CLIENT)).toMatchObject({ name: 'Depois' })
  await allIsTheServers(world)
})

test('a new epoch keeps the pending changes of a client on the rows of the new generation', async () => {
  const world = await anOwnLead()
  await saveClient(world, CLIENT, { mail: 'a@exemplo.com.br' })
  world.server.restore()
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(await client(world)).toMatchObject({ mail: 'a@exemplo.com.br', generation: 2 })
  goOnline(world)
  await world.device.cycle()
  await allIsTheServers(world)
})

test('commands on the same lead or client made while a refused command was in flight are blocked', async () => {
  const world = await anOwnLead()
  await setStatus(world, 'lead-1', 3)
  world.server.change('lead-1', { service_status: 1 })
  goOnline(world)
  let made = false
  world.network.onRequest = async (path) => {
    if (made || path !== '/api/sync/push') return
    made = true
    await save(world, { client: { mail: 'a@exemplo.com.br' } })
    await saveClient(world, CLIENT, { rg: '1' })
  }
  await world.device.cycle()
  const states = (await queue(world)).map(({ state }) => state)
  expect(states).toEqual(['conflict', 'blocked', 'blocked'])
  expect(await client(world)).toMatchObject({ mail: '', rg: '' })
})
