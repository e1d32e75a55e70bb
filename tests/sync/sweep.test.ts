/** The hourly sweep: which leads it deletes, and which of a protected device it opens. docs/sync-protocol.md#sweep */
import { expect, test, vi } from 'vitest'
import { discardCommand } from '../../src/db/outbox/resolve-outbox.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import { sweepAged } from '../../src/sync/sweep.ts'
import { aWorld, goOffline, leadNumber, queue, setStatus, type World } from './support/world.ts'

const SOLD = { sold: 1, state: 3 } as const

/** A store with one open lead and one that was sold `days` before now. */
async function worldWithSold(days: number): Promise<World> {
  const world = await aWorld({ leads: 1 })
  world.server.write({
    ...leadNumber(2),
    ...SOLD,
    broker_id: world.user.id,
    end_lead_date: daysAgo(world, days),
  })
  await world.device.cycle()
  return world
}

const daysAgo = (world: World, days: number) => new Date(world.clock.now - days * DAY_MS).toISOString()

const sweep = async ({ device, clock }: World) => sweepAged(device.db, await device.context(), clock.now)

/** How many leads are opened while `act` runs; null: this store is clear. */
async function openedDuring({ device: { db } }: World, act: () => Promise<unknown>): Promise<number | null> {
  if (db.sealer === null) {
    await act()
    return null
  }
  const open = vi.spyOn(db.sealer, 'open')
  await act()
  const count = open.mock.calls.filter(([table]) => table === 'leads').length
  open.mockRestore()
  return count
}

test('a sweep deletes a lead once its window has ended, and opens no other', async () => {
  const world = await worldWithSold(29)
  expect(await openedDuring(world, () => sweep(world))).toBeOneOf([null, 0])
  world.clock.now += HOUR_MS
  expect(await openedDuring(world, () => sweep(world))).toBeOneOf([null, 0])
  world.clock.now += DAY_MS
  expect(await openedDuring(world, async () => expect(await sweep(world)).toBe(1))).toBeOneOf([null, 1])
  expect((await world.device.db.leads.toArray()).map(({ uid }) => uid)).toEqual(['lead-1'])
})

test('a lead for which a limit of the law runs stays beyond its window', async () => {
  const world = await worldWithSold(29)
  const limit = {
    kind: 'answer',
    since: '2026-11-02',
    until: '2026-11-27',
    note: '',
    begun_by: 'act',
  } as const
  world.server.write({
    ...leadNumber(2),
    ...SOLD,
    broker_id: world.user.id,
    end_lead_date: daysAgo(world, 29),
    obligations: [limit],
  })
  await world.device.cycle()
  world.clock.now += 2 * DAY_MS
  expect(await sweep(world)).toBe(0)
  expect(await uids(world)).toContain('lead-2')
})

const uids = async ({ device }: World) => (await device.db.leads.toArray()).map(({ uid }) => uid)

test('a lead that was kept for its queue is deleted once the command is given up', async () => {
  const world = await worldWithSold(29)
  goOffline(world)
  await setStatus(world, 'lead-2', 2)
  world.clock.now += 2 * DAY_MS
  expect(await sweep(world)).toBe(0)
  world.clock.now += HOUR_MS
  const [command] = await queue(world)
  await discardCommand(world.device.db, command?.key ?? '')
  expect(await sweep(world)).toBe(1)
  expect(await uids(world)).toEqual(['lead-1'])
})

test('a shorter window, and a clock that was set back, judge every finished lead anew', async () => {
  const world = await worldWithSold(20)
  const { db } = world.device
  expect(await sweep(world)).toBe(0)
  const source = await world.device.context()
  const shorter = { ...source, settings: { ...source.settings, finished_leads_days_to_show: 10 } }
  // Only the windows of lost leads are as long as before.
  await db.meta.put({ name: 'swept', value: { to: world.clock.now + DAY_MS, windows: [10, 30, 30] } })
  expect(await sweepAged(db, shorter, world.clock.now)).toBe(1)
  expect(await uids(world)).toEqual(['lead-1'])

  const other = await worldWithSold(20)
  await sweep(other)
  expect(await sweepAged(other.device.db, shorter, other.clock.now)).toBe(1)
})
