/** runCommand changes the row, queues the command and writes the journal in one transaction. */
import { expect, test } from 'vitest'
import { queueStates } from '../../src/db/mirror/reads.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { pendingCounts } from '../../src/db/outbox/waiting.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import { aSyncedWorld, aWorld, capture, goOffline, queue, schedule, setStatus } from './support/world.ts'

test('a command changes the row at once, is queued with its base, and is in the journal', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const last = await db.journal.orderBy('seq').last()
  const record = await capture(world, 'lead-1')
  expect(await db.leads.get('lead-1')).toMatchObject({ state: 2, broker_id: world.user.id })
  expect(await db.serverLeads.get('lead-1')).toMatchObject({ state: 1, broker_id: null })
  expect(await queue(world)).toEqual([record])
  expect(record).toMatchObject({
    state: 'queued',
    dependsOn: null,
    base: { state: 1, status: 1, broker_id: null, capture_date: null, lead_scheduling: null },
    subject: { leadId: 1, clientName: 'Cliente 1' },
  })
  const entries = await db.journal
    .where('seq')
    .above(last?.seq ?? 0)
    .toArray()
  expect(entries.map((entry) => entry.uids)).toEqual([['lead-1']])
})

test('a later command on a lead depends on the previous one, and its base omits fields pending there', async () => {
  const world = await aSyncedWorld()
  const first = await capture(world, 'lead-1')
  const second = await schedule(world, 'lead-1', '2026-11-19T12:00:00.000Z')
  const third = await setStatus(world, 'lead-1', 2)
  expect(second).toMatchObject({ dependsOn: first.key, base: {} })
  expect(third).toMatchObject({ dependsOn: second.key, base: { service_status: null } })
})

test('a command on a lead with a refused command is blocked and not shown as done', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  await setStatus(world, 'lead-1', 3)
  world.server.change('lead-1', { service_status: 1 })
  await world.device.cycle()
  const later = await schedule(world, 'lead-1', '2026-11-19T12:00:00.000Z')
  expect(later.state).toBe('blocked')
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({
    service_status: 1,
    lead_scheduling: { description: '.' },
  })
  expect(await pendingCounts(world.device.db)).toMatchObject({ pending: 1, problems: 1 })
  expect(await queueStates(world.device.db)).toEqual(new Map([['lead-1', 'problem']]))
})

test('a full disk returns a message in Portuguese and stores no part of the command', async () => {
  const world = await aSyncedWorld()
  const { db, faults } = world.device
  const tables = () =>
    Promise.all([db.leads, db.serverLeads, db.outbox, db.journal].map((table) => table.toArray()))
  const before = await tables()
  faults.full = true
  const outcome = await runCommand(db, 'lead.capture', { lead_uid: 'lead-1' }, { nowMs: world.clock.now })
  faults.full = false
  expect(outcome).toMatchObject({ kind: 'storage_full' })
  expect('message' in outcome && outcome.message).toMatch(/armazenamento deste aparelho está cheio/)
  expect(await tables()).toEqual(before)
})

test('a device that dies during a command has all of it or nothing', async () => {
  for (let writes = 0; writes < 5; writes++) {
    const world = await aSyncedWorld()
    goOffline(world)
    world.device.faults.dieIn = writes
    const done = await capture(world, 'lead-1').then(
      () => true,
      () => false,
    )
    await world.device.restart()
    const { db } = world.device
    const counts = await Promise.all([db.outbox.count(), db.serverLeads.count()])
    expect(counts).toEqual(done ? [1, 1] : [0, 0])
    expect(await db.leads.get('lead-1')).toMatchObject({ state: done ? 2 : 1 })
    await world.device.stop()
  }
})

test('nothing is queued without a session, without the lead, or on the mirror of another user', async () => {
  const world = await aSyncedWorld()
  const run = (uid: string) =>
    runCommand(world.device.db, 'lead.capture', { lead_uid: uid }, { nowMs: world.clock.now })
  expect(await run('lead-99')).toMatchObject({
    kind: 'impossible',
    message: 'Este lead não está mais neste aparelho.',
  })
  await aWorld()
  expect(await run('lead-1')).toMatchObject({
    kind: 'impossible',
    message: 'Entre novamente para continuar.',
  })
  await clearSession()
  expect(await run('lead-1')).toMatchObject({ kind: 'impossible' })
  expect(await queue(world)).toEqual([])
})
