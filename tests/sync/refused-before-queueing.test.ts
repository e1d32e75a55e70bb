/** The device asks the rule of a command before it queues it, as the server does before it is carried out. */
import { expect, test } from 'vitest'
import { type CommandArgs, type CommandName, commands } from '../../src/commands/registry.ts'
import { runCommand, runGroup } from '../../src/db/outbox/run-command.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { aSyncedWorld, capture, clientFields, creation, queue, uuid, type World } from './support/world.ts'

const UID = 'lead-1'

const runs = <Name extends CommandName>({ device, clock }: World, name: Name, args: CommandArgs<Name>) =>
  runCommand(device.db, name, args, { nowMs: clock.now })

/** A lead of the user's, as the server changes it. */
async function worldWith(changes: Partial<Lead>): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, UID)
  await world.device.cycle()
  world.server.change(UID, changes)
  await world.device.cycle()
  return world
}

test('what the lead does not allow is not queued, and changes nothing', async () => {
  const world = await worldWith({ state: 3, status: 6 })
  const { db } = world.device
  const [lead, entries] = [await db.leads.get(UID), await db.journal.count()]
  expect(await runs(world, 'lead.negotiate', { lead_uid: UID })).toEqual({
    kind: 'impossible',
    message: 'Este lead já foi finalizado.',
  })
  expect(await queue(world)).toEqual([])
  expect(await db.leads.get(UID)).toEqual(lead)
  expect(await db.journal.count()).toBe(entries)
})

test('a group whose second command is not allowed leaves nothing of the first', async () => {
  const world = await worldWith({ status: 5 })
  const { db } = world.device
  const lead = await db.leads.get(UID)
  const group = [
    { name: 'lead.setServiceStatus', args: { lead_uid: UID, service_status: 2 } },
    { name: 'lead.negotiate', args: { lead_uid: UID } },
  ] as const
  expect(await runGroup(db, group, { nowMs: world.clock.now })).toEqual({
    kind: 'impossible',
    message: 'Este lead já foi vendido: não volta para negociação.',
  })
  expect(await queue(world)).toEqual([])
  expect(await db.leads.get(UID)).toEqual(lead)
  expect(await db.serverLeads.count()).toBe(0)
})

test('a later command of a group is judged on the lead that the earlier ones leave', async () => {
  const world = await worldWith({ lead_scheduling: null })
  const scheduling_date = new Date(world.clock.now + 3_600_000).toISOString()
  const group = [
    { name: 'lead.schedule', args: { lead_uid: UID, scheduling_date, description: 'Ligar' } },
    { name: 'lead.closeScheduling', args: { lead_uid: UID } },
  ] as const
  expect(await runGroup(world.device.db, group, { nowMs: world.clock.now })).toMatchObject({ kind: 'queued' })
  expect(await queue(world)).toHaveLength(2)
})

test('what a lead has already is queued: another device may have done it', async () => {
  const world = await worldWith({})
  expect(await runs(world, 'lead.capture', { lead_uid: UID })).toMatchObject({ kind: 'queued' })
})

const WRONG = 'Você não pode criar um lead com este valor.'

test('a lead that its user may not create is not queued, and neither it nor its client is stored', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  expect(await runs(world, 'lead.create', creation(world, 1, { lead: { inviter_id: 999 } }))).toEqual({
    kind: 'impossible',
    message: WRONG,
  })
  expect(await runs(world, 'indication.create', creation(world, 1, { lead: { broker_id: 999 } }))).toEqual({
    kind: 'impossible',
    message: WRONG,
  })
  expect(await queue(world)).toEqual([])
  expect(await db.leads.get(uuid('lead', 1))).toBeUndefined()
  expect(await db.clients.get(uuid('client', 1))).toBeUndefined()
})

test('an external indication with a wrong value is not queued', async () => {
  const world = await aSyncedWorld({ role: 5 })
  const { lead_uid, client_uid, client } = creation(world, 1)
  const details = { kind: 'residence', type: 'Habitual' } as const
  const args = { lead_uid, client_uid, client: { ...client, mail: 'x' }, insurance_id: 2, details }
  expect(await runs(world, 'indication.external', args)).toEqual({
    kind: 'impossible',
    message: 'E-mail inválido',
  })
  expect(await queue(world)).toEqual([])
})

test('a client with a wrong value is neither registered nor saved', async () => {
  const world = await aSyncedWorld({ role: 2 })
  const client_uid = uuid('client', 1)
  const wrong = { kind: 'impossible', message: 'CPF/CNPJ inválido' }
  expect(await runs(world, 'client.create', { client_uid, client: clientFields({ cpf: '123' }) })).toEqual(
    wrong,
  )
  expect(await runs(world, 'client.create', { client_uid, client: clientFields() })).toMatchObject({
    kind: 'queued',
  })
  expect(await runs(world, 'client.update', { client_uid, changes: { cpf: '123' } })).toEqual(wrong)
  expect(await queue(world)).toHaveLength(1)
})

test("a wrong value that a client has already is not this save's to mend", async () => {
  const world = await aSyncedWorld({ role: 2 })
  const client_uid = uuid('client', 1)
  await runs(world, 'client.create', { client_uid, client: clientFields() })
  await world.device.db.clients.update(client_uid, { phone: '1' })
  expect(await runs(world, 'client.update', { client_uid, changes: { rg: '1234' } })).toMatchObject({
    kind: 'queued',
  })
})

test('every command has its rule in its definition', () => {
  const without = Object.values(commands).filter((command) =>
    'apply' in command ? command.problem === undefined : command.fieldProblems === undefined,
  )
  expect(without.map(({ name }) => name)).toEqual([])
})
