/** Leads created on the device: they are shown at once, are sent once, and stay after a refusal. */

import { expect, test } from 'vitest'
import { pushResultSchema } from '../../src/contract/sync.ts'
import { contextSource } from '../../src/db/outbox/command-context.ts'
import { queueOf } from '../../src/db/outbox/lead-queue.ts'
import {
  discardCommand,
  replaceArgs,
  resolveConflict,
  retryCommand,
} from '../../src/db/outbox/resolve-outbox.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import { draftOfLead, draftOfRefused } from '../../src/db/session/draft-names.ts'
import { listDrafts, saveDraft } from '../../src/db/session/drafts.ts'
import { wipeMirror } from '../../src/db/sign-out.ts'
import { newClient } from '../../src/domain/client/changes.ts'
import { DEFAULT_CHANNEL } from '../../src/domain/lead/creation.ts'
import { applyResults } from '../../src/sync/apply-results.ts'
import { sweepAged } from '../../src/sync/sweep.ts'
import { withoutGeneration } from './support/device.ts'
import {
  aSyncedWorld as aWorldOf,
  create,
  creation,
  goOffline,
  goOnline,
  leadNumber,
  queue,
  run,
  saveClient,
  uuid,
  type World,
} from './support/world.ts'

/** A manager saves a lead that is still in Origem, as every new one is. */
const aSyncedWorld = () => aWorldOf({ role: 2 })

const LEAD = uuid('lead', 1)
const CLIENT = uuid('client', 1)

const lead = ({ device }: World, uid = LEAD) => device.db.leads.get(uid)
const client = ({ device }: World, uid = CLIENT) => device.db.clients.get(uid)
const update = (world: World, proposal: string) =>
  run(world, 'lead.update', { lead_uid: LEAD, changes: { proposal }, client_uid: CLIENT })

async function isTheServers(world: World, uid = LEAD): Promise<void> {
  const row = await lead(world, uid)
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get(uid))
  const held = await client(world, row?.client_uid)
  expect(held && withoutGeneration(held)).toEqual(world.server.rows.clients.get(row?.client_uid ?? ''))
  expect(await queue(world)).toEqual([])
  expect(await world.device.db.serverLeads.count()).toBe(0)
  expect(await world.device.db.serverClients.count()).toBe(0)
}

/** A creation that the server refused, with a save made before the refusal. */
async function aRefusal(): Promise<World> {
  const world = await aSyncedWorld()
  goOffline(world)
  await create(world, 1, { lead: { insurance_id: null } })
  await update(world, 'P1')
  goOnline(world)
  await world.device.cycle()
  return world
}

const firstKey = async (world: World) => (await queue(world))[0]?.key ?? ''

test('a creation stores lead, client, command and journal entry at once, without a lead number', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  const record = await create(world, 1)
  expect(await lead(world)).toMatchObject({ id: null, version: 0, state: 1, client_name: 'Novo Cliente' })
  expect(await client(world)).toMatchObject({ id: null, version: 0, mail: 'novo@exemplo.com.br' })
  expect(record).toMatchObject({
    entityUid: LEAD,
    clientUid: CLIENT,
    base: {},
    subject: { leadId: null, clientName: 'Novo Cliente' },
  })
  expect((await world.device.db.journal.orderBy('seq').last())?.uids).toEqual([LEAD])
})

test('a command behind a creation gets the typed value as its base when the server kept another value', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  await create(world, 1)
  const [begun] = await queue(world)
  const [typed, begunLead] = [await client(world), await lead(world)]
  if (begun === undefined || typed === undefined) throw new Error('expected a pending creation')
  await saveClient(world, CLIENT, { mail: 'outra@exemplo.com.br' })
  const answered = { ...typed, version: 9, id: 9, mail: 'servidor@exemplo.com.br' }
  const rows = { leads: [{ ...begunLead, version: 9, id: 9 }], clients: [answered] }
  const answer = pushResultSchema.parse({ key: begun.key, outcome: 'applied', rows, removed: [] })
  await applyResults(db, { results: [answer] }, await contextSource(db, world.user))
  const [waiting] = await queue(world)
  expect(waiting?.base).toMatchObject({ 'client.mail': typed.mail })
})

test('a creation for a client found by a look-up on the server has the look-up’s values as its base', async () => {
  const world = await aSyncedWorld()
  const args = creation(world, 1)
  const seenClient = {
    ...newClient(args.client_uid, args.client),
    id: 7,
    version: 3,
    mail: 'antes@exemplo.com.br',
  }
  await runCommand(world.device.db, 'lead.create', args, { nowMs: world.clock.now, seenClient })
  const [record] = await queue(world)
  expect(record?.base).toMatchObject({
    'client.name': args.client.name,
    'client.mail': 'antes@exemplo.com.br',
  })
  expect(Object.keys(record?.base ?? {})).toHaveLength(15)
})

test('commands on a new lead depend on its creation and arrive in order', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  const first = await create(world, 1)
  const second = await update(world, 'P1')
  const third = await saveClient(world, CLIENT, { mail: 'outro@exemplo.com.br' })
  expect(second).toMatchObject({ dependsOn: first.key, base: {} })
  expect(third).toMatchObject({ dependsOn: first.key, base: {} })
  expect(await lead(world)).toMatchObject({ proposal: 'P1' })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.applied).toEqual([first.key, second.key, third.key])
  expect(await lead(world)).toMatchObject({ id: 5, proposal: 'P1' })
  await isTheServers(world)
})

test('a creation with a lost answer is applied once, also when a pull brings the lead first', async () => {
  const world = await aSyncedWorld()
  const { key } = await create(world, 1)
  world.network.fault = (path) => (path === '/api/sync/push' ? 'lost answer' : null)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ key, state: 'sending' }])
  world.network.fault = () => null
  await world.device.restart()
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(await lead(world)).toMatchObject({ id: 5, version: world.server.leads.get(LEAD)?.version })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.applied).toEqual([key])
  await isTheServers(world)
})

test('the same lead is not created twice', async () => {
  const world = await aSyncedWorld()
  await create(world, 1)
  const again = await runCommand(world.device.db, 'lead.create', creation(world, 1), {
    nowMs: world.clock.now,
  })
  expect(again).toMatchObject({ kind: 'impossible' })
  expect(await queue(world)).toHaveLength(1)
})

test('a device that dies during a creation has lead, client and command, or none of them', async () => {
  for (let writes = 0; writes < 6; writes++) {
    const world = await aSyncedWorld()
    goOffline(world)
    world.device.faults.dieIn = writes
    const done = await create(world, 1).then(
      () => true,
      () => false,
    )
    await world.device.restart()
    const { outbox } = world.device.db
    const there = [await outbox.count(), Number(!!(await lead(world))), Number(!!(await client(world)))]
    expect(there).toEqual(done ? [1, 1, 1] : [0, 0, 0])
    await world.device.stop()
  }
})

test('a refused lead stays with its typed values, also through resets and sweeps', async () => {
  const world = await aRefusal()
  expect(await queue(world)).toMatchObject([{ state: 'rejected' }, { state: 'blocked' }])
  const shown = { version: 0, proposal: 'P1', client_name: 'Novo Cliente' }
  expect(await lead(world)).toMatchObject(shown)
  world.server.restore()
  await world.device.cycle()
  await sweepAged(world.device.db, await world.device.context(), world.clock.now)
  expect(await lead(world)).toMatchObject(shown)
  expect(await client(world)).toMatchObject({ version: 0 })
  expect((await queueOf(world.device.db, LEAD)).map(({ state }) => state)).toEqual(['rejected', 'blocked'])
})

test('a refused lead can be edited, and its corrected creation is sent with the commands behind it', async () => {
  const world = await aRefusal()
  expect(await update(world, 'P2')).toMatchObject({ state: 'blocked' })
  expect(await lead(world)).toMatchObject({ proposal: 'P2' })
  const before = await firstKey(world)
  const args = creation(world, 1, { lead: { insurance_id: 3 }, client: { name: 'Nome Certo' } })
  expect(await replaceArgs(world.device.db, before, args)).toMatchObject({ kind: 'queued' })
  expect(await firstKey(world)).not.toBe(before)
  expect(await queue(world)).toMatchObject([{ state: 'queued' }, { state: 'queued' }, { state: 'queued' }])
  expect(await lead(world)).toMatchObject({ insurance_id: 3, client_name: 'Nome Certo', proposal: 'P2' })
  await world.device.cycle()
  expect(world.server.leads.get(LEAD)).toMatchObject({ insurance_id: 3, proposal: 'P2' })
  await isTheServers(world)
})

test('the draft of a correction goes with its command, and stays with an invalid one', async () => {
  const world = await aRefusal()
  const { db } = world.device
  const key = await firstKey(world)
  await saveDraft(db, draftOfRefused(key), { lead: { proposal: 'P3' } }, world.clock.now)
  await saveDraft(db, draftOfLead(LEAD), { lead: { proposal: 'P4' } }, world.clock.now)
  await replaceArgs(db, key, { nonsense: true })
  expect(await listDrafts(db)).toHaveLength(2)
  expect(await replaceArgs(db, key, creation(world, 1))).toMatchObject({ kind: 'queued' })
  expect((await listDrafts(db)).map(({ name }) => name)).toEqual([draftOfLead(LEAD)])
})

test('an unchanged retry of a refused creation is refused again', async () => {
  const world = await aRefusal()
  await retryCommand(world.device.db, await firstKey(world))
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'rejected' }, { state: 'blocked' }])
})

test('replaceArgs refuses invalid arguments, another lead, and a command that may be in flight', async () => {
  const world = await aRefusal()
  const key = await firstKey(world)
  const attempts = [{ nonsense: true }, creation(world, 2)]
  for (const args of attempts)
    expect(await replaceArgs(world.device.db, key, args)).toMatchObject({ kind: 'impossible' })
  expect(await replaceArgs(world.device.db, 'no key', creation(world, 1))).toMatchObject({
    kind: 'impossible',
  })
  const sent = await create(world, 3)
  world.network.fault = () => 'lost answer'
  await world.device.cycle()
  expect(await replaceArgs(world.device.db, sent.key, creation(world, 3))).toMatchObject({
    kind: 'impossible',
  })
  expect(await firstKey(world)).toBe(key)
})

test('discarding a creation removes the lead, its pending commands and its client from the device', async () => {
  const world = await aRefusal()
  await saveClient(world, CLIENT, { mail: 'x@exemplo.com.br' })
  await discardCommand(world.device.db, await firstKey(world))
  expect(await queue(world)).toEqual([])
  expect(await lead(world)).toBeUndefined()
  expect(await client(world)).toBeUndefined()
  expect((await world.device.db.journal.orderBy('seq').last())?.uids).toContain(LEAD)
})

test('a client stays when another creation uses it, and that creation is sent', async () => {
  const world = await aRefusal()
  await create(world, 2, { client_uid: CLIENT })
  await discardCommand(world.device.db, await firstKey(world))
  expect(await lead(world)).toBeUndefined()
  expect(await client(world)).toBeDefined()
  expect(await queue(world)).toMatchObject([{ entityUid: uuid('lead', 2), state: 'queued', dependsOn: null }])
  await world.device.cycle()
  await isTheServers(world, uuid('lead', 2))
})

test('a creation that may already be applied is not discarded before its answer', async () => {
  const world = await aSyncedWorld()
  const { key } = await create(world, 1)
  world.network.fault = () => 'lost answer'
  await world.device.cycle()
  await discardCommand(world.device.db, key)
  expect(await lead(world)).toBeDefined()
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  await isTheServers(world)
})

test('a client that the server has under another uid replaces the one created on the device', async () => {
  const world = await aSyncedWorld()
  const known = uuid('client', 77)
  goOffline(world)
  await create(world, 1, { client: { cpf: '11144477735' } })
  await create(world, 2, { client_uid: CLIENT, client: { cpf: '11144477735' } })
  await saveClient(world, CLIENT, { mail: 'outro@exemplo.com.br' })
  world.server.write({ ...leadNumber(9), client_uid: known, client_cpf: '11144477735' })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([])
  expect(await client(world)).toBeUndefined()
  expect(await lead(world)).toMatchObject({ client_uid: known })
  expect(world.server.rows.clients.get(known)).toMatchObject({ mail: 'outro@exemplo.com.br' })
  expect(world.server.rows.clients.has(CLIENT)).toBe(false)
  await isTheServers(world)
  await isTheServers(world, uuid('lead', 2))
})

test('a creation for an existing client compares all its fields and does not undo a colleague’s change', async () => {
  const world = await aSyncedWorld()
  const known = world.server.leads.get('lead-1')?.client_uid ?? ''
  goOffline(world)
  const record = await create(world, 1, { client_uid: known, client: { name: 'Cliente 1', mail: '' } })
  expect(record.base).toMatchObject({ 'client.name': 'Cliente 1', 'client.mail': '' })
  world.server.changeClient(known, { mail: 'certo@exemplo.com.br' })
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { state: 'conflict', problem: { fields: [{ field: 'client.mail', yours: '' }] } },
  ])
  expect(await lead(world)).toMatchObject({ version: 0 })
  await resolveConflict(world.device.db, record.key, 'theirs')
  await world.device.cycle()
  expect(world.server.rows.clients.get(known)).toMatchObject({
    mail: 'certo@exemplo.com.br',
    cellphone: '11912345678',
  })
  await isTheServers(world)
})

test('a created lead outside the user’s scope leaves the device with its client', async () => {
  const world = await aWorldOf()
  const referral = { channel_id: DEFAULT_CHANNEL, inviter_id: world.user.id }
  await run(world, 'indication.create', creation(world, 1, { lead: referral }))
  await world.device.cycle()
  expect(world.server.leads.has(LEAD)).toBe(true)
  expect(await lead(world)).toBeUndefined()
  expect(await client(world)).toBeUndefined()
  expect(await queue(world)).toEqual([])
})

test('after a sign-out that keeps the queue, the next sign-in shows unsent leads again', async () => {
  const world = await aRefusal()
  goOffline(world)
  await create(world, 2)
  await clearSession()
  await wipeMirror(world.user.id, { queue: true, drafts: false })
  await world.device.signIn('next')
  await world.device.restart()
  goOnline(world)
  world.network.fault = (path) => (path === '/api/sync/push' ? 'server error' : null)
  await world.device.cycle()
  expect(await lead(world)).toMatchObject({ version: 0, proposal: 'P1' })
  expect(await lead(world, uuid('lead', 2))).toMatchObject({ version: 0 })
  goOnline(world)
  await world.device.cycle()
  const row = await lead(world, uuid('lead', 2))
  expect(row && withoutGeneration(row)).toEqual(world.server.leads.get(uuid('lead', 2)))
  expect(await queue(world)).toMatchObject([{ state: 'rejected' }, { state: 'blocked' }])
})
