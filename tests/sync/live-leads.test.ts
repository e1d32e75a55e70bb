/** LiveLeads shows pending writes at once, and takes them back when they fail. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { onDisk } from '../../src/db/access/on-disk.ts'
import { correctedNow } from '../../src/db/mirror/clock-offset.ts'
import { LiveLeads } from '../../src/db/outbox/live-leads.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { aSyncedWorld, capture, schedule, setStatus, type World } from './support/world.ts'

/** Returns the live leads of these uids, and the successive states of the first one. */
async function screen(world: World, uids: readonly string[]) {
  const live = new LiveLeads(() => world.device.db)
  const states: (number | undefined)[] = []
  live.show(uids)
  onTestFinished(
    live.subscribe(() => {
      const state = live.leads().get(uids[0] ?? '')?.state
      if (state !== states.at(-1)) states.push(state)
    }),
  )
  await vi.waitFor(() => expect(live.leads().size).toBe(uids.length))
  // Every screen reads the corrected time. The screen also knows the blocked leads by then.
  await correctedNow(world.device.db, world.clock.now)
  await onDisk(world.device.db)
  return { live, states }
}

/** Delays all transactions that write leads until the returned function is called. */
async function holdBackWriters({ device: { db } }: World): Promise<() => Promise<void>> {
  let isHeld = true
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const holding = db.transaction('rw', db.leads, async () => {
    while (isHeld) {
      await db.leads.get('lead-1')
      hasBegun()
    }
  })
  await begun
  const release = async () => {
    isHeld = false
    await holding
  }
  onTestFinished(release)
  return release
}

async function stored(world: World, uid: string): Promise<Lead> {
  const lead = await world.device.db.leads.get(uid)
  if (lead === undefined) throw new Error(`no ${uid}`)
  return lead
}

test('a command is shown while its transaction runs', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const { live } = await screen(world, ['lead-1', 'lead-2'])
  let shownBefore: number | null | undefined
  const writing = db.journal.hook('creating')
  const note = () => {
    shownBefore = live.leads().get('lead-1')?.state
  }
  writing.subscribe(note)
  await capture(world, 'lead-1')
  writing.unsubscribe(note)
  expect(shownBefore).toBe(2)
})

test('a command is shown before its transaction begins', async () => {
  const world = await aSyncedWorld()
  const { live, states } = await screen(world, ['lead-1'])
  const release = await holdBackWriters(world)
  const captured = capture(world, 'lead-1')
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(2))
  expect(await stored(world, 'lead-1')).toMatchObject({ state: 1 })
  await release()
  await captured
  await onDisk(world.device.db)
  expect(await stored(world, 'lead-1')).toMatchObject({ state: 2 })
  expect(states).toEqual([1, 2])
})

test('a second command is predicted only after the first is stored, so the screen never goes back', async () => {
  const world = await aSyncedWorld()
  const { live } = await screen(world, ['lead-1'])
  const shown: unknown[] = []
  const release = await holdBackWriters(world)
  onTestFinished(
    live.subscribe(() => {
      const { state, service_status } = live.leads().get('lead-1') ?? {}
      const now = `${state} ${service_status}`
      if (now !== shown.at(-1)) shown.push(now)
    }),
  )
  const both = [capture(world, 'lead-1'), setStatus(world, 'lead-1', 3)]
  await vi.waitFor(() => expect(shown).toEqual(['2 null']))
  await release()
  await Promise.all(both)
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.service_status).toBe(3))
  await onDisk(world.device.db)
  expect(shown).toEqual(['2 null', '2 3'])
})

test('a predicted command is taken back when its lead is deleted before its transaction', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const { live } = await screen(world, ['lead-1'])
  const release = await holdBackWriters(world)
  const gone = db.leads.delete('lead-1')
  const captured = capture(world, 'lead-1')
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(2))
  const isImpossible = expect(captured).rejects.toThrow('não está mais neste aparelho')
  await release()
  await Promise.all([gone, isImpossible])
  await vi.waitFor(() => expect(live.leads().size).toBe(0))
})

test('a command behind a refused one is never shown as done', async () => {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await world.device.cycle()
  const refused = await setStatus(world, 'lead-1', 3)
  await world.device.db.outbox.put({ ...refused, state: 'rejected' })
  const { live } = await screen(world, ['lead-1'])
  const shown: (string | undefined)[] = []
  onTestFinished(live.subscribe(() => shown.push(live.leads().get('lead-1')?.lead_scheduling?.description)))
  const later = await schedule(world, 'lead-1', '2026-11-19T12:00:00.000Z')
  expect(later.state).toBe('blocked')
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.service_status).toBeNull())
  expect(shown).not.toContain('Ligar')
})

test('a command is taken back from the screen when the disk is full', async () => {
  const world = await aSyncedWorld()
  const { live, states } = await screen(world, ['lead-1'])
  world.device.faults.full = true
  await expect(capture(world, 'lead-1')).rejects.toThrow()
  world.device.faults.full = false
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
  expect(states).toEqual([1, 2, 1])
})

test('the stored row is shown again after an aborted write', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const { live, states } = await screen(world, ['lead-1'])
  const breaking = db.transaction('rw', db.leads, async () => {
    await db.leads.put({ ...(await stored(world, 'lead-1')), generation: 1, state: 3 })
    throw new Error('broken off')
  })
  await expect(breaking).rejects.toThrow('broken off')
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
  expect(states).toEqual([1, 3, 1])
})

test('a lead keeps its object identity when the stored row equals the shown one', async () => {
  const world = await aSyncedWorld()
  const { live } = await screen(world, ['lead-1', 'lead-2'])
  const other = live.leads().get('lead-2')
  let reads = 0
  world.device.db.leads.hook('reading', (lead) => {
    if (lead?.uid === 'lead-1' && lead.state === 2) reads += 1
    return lead
  })
  await capture(world, 'lead-1')
  const captured = live.leads().get('lead-1')
  expect(captured?.state).toBe(2)
  await vi.waitFor(() => expect(reads).toBeGreaterThan(0))
  // The screen has processed the read row by then.
  await onDisk(world.device.db)
  expect(live.leads().get('lead-1')).toBe(captured)
  expect(live.leads().get('lead-2')).toBe(other)
})

test('initial rows are shown at once, and then the stored rows', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const live = new LiveLeads(() => db)
  onTestFinished(live.subscribe(() => undefined))
  const lead = await stored(world, 'lead-1')
  const atHand = [{ ...lead, client_name: 'Um instante antes' }]
  live.begin(atHand)
  live.show(['lead-1', 'lead-2'])
  expect(live.leads().get('lead-1')?.client_name).toBe('Um instante antes')
  await vi.waitFor(() => expect(live.leads().get('lead-1')).toEqual(lead))
  expect(live.leads().get('lead-2')).toEqual(await stored(world, 'lead-2'))
  // The row read since then is newer than the initial one.
  live.begin(atHand)
  expect(live.leads().get('lead-1')).toEqual(lead)
})

test('a new subscription after a pause shows the stored row, not an old pending write', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const live = new LiveLeads(() => db)
  live.show(['lead-1'])
  const stop = live.subscribe(() => undefined)
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
  await correctedNow(db, world.clock.now)
  await onDisk(db)
  const release = await holdBackWriters(world)
  const captured = capture(world, 'lead-1')
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(2))
  stop()
  world.device.faults.full = true
  const isRefused = expect(captured).rejects.toThrow()
  await release()
  await isRefused
  world.device.faults.full = false
  onTestFinished(live.subscribe(() => undefined))
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
})
