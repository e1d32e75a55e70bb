/** The device asks the rule of a command before it queues it, as the server does before it is carried out. */
import { expect, test } from 'vitest'
import { type CommandArgs, type CommandName, commands } from '../../src/commands/registry.ts'
import { runCommand, runGroup } from '../../src/db/outbox/run-command.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { aSyncedWorld, capture, queue, type World } from './support/world.ts'

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

test('every command on a lead that exists has its rule in its definition', () => {
  const without = Object.values(commands).filter(
    (command) => 'apply' in command && command.apply !== undefined && command.problem === undefined,
  )
  expect(without.map(({ name }) => name)).toEqual([])
})
