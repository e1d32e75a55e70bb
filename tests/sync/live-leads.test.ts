/** LiveLeads shows pending writes at once, and takes them back when they fail. */
import Dexie from 'dexie'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onDisk } from '../../src/db/access/on-disk.ts'
import { onRelayedWrites, relayPendingWrites } from '../../src/db/changes/pending-writes.ts'
import { correctedNow } from '../../src/db/mirror/clock-offset.ts'
import { LiveLeads } from '../../src/db/mirror/live-leads.ts'
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

/** Returns the channel on which another thread of this browser reports its writes. */
function otherThread(world: World) {
  const channel = new BroadcastChannel(`farol-leads-ahead-${world.device.db.userId}`)
  onTestFinished(() => channel.close())
  return channel
}

async function stored(world: World, uid: string): Promise<Lead> {
  const lead = await world.device.db.leads.get(uid)
  if (lead === undefined) throw new Error(`no ${uid}`)
  return lead
}

/** Another thread reports the pending write `x` of lead-1 with state 2. Resolves when the screen shows it. */
async function reportedWrites(world: World, live: LiveLeads) {
  const lead = await stored(world, 'lead-1')
  const other = otherThread(world)
  other.postMessage({ kind: 'coming', id: 'x', leads: [{ ...lead, version: 900, state: 2 }] })
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(2))
  return { lead, other }
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

test('a page written by another thread does not hide a predicted command', async () => {
  const world = await aSyncedWorld()
  const { live, states } = await screen(world, ['lead-1'])
  const lead = await stored(world, 'lead-1')
  const release = await holdBackWriters(world)
  const captured = capture(world, 'lead-1')
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(2))
  const heard = vi.fn()
  onTestFinished(onRelayedWrites(world.device.db.userId, heard))
  otherThread(world).postMessage({ kind: 'coming', id: 'x', leads: [{ ...lead, version: 900 }] })
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  await release()
  await captured
  expect(states).toEqual([1, 2])
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

test('a pending write of another thread is shown first, and then the stored row', async () => {
  const world = await aSyncedWorld()
  const { live } = await screen(world, ['lead-1'])
  const { lead, other } = await reportedWrites(world, live)
  // Another connection stores another state. The stored row wins over the reported one.
  const elsewhere = await new Dexie(world.device.db.name).open()
  await elsewhere.table('leads').put({ ...lead, generation: 1, version: 900, state: 3 })
  elsewhere.close()
  other.postMessage({ kind: 'settled', id: 'x', stored: true })
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(3))
})

test('a failed write of another thread is taken back at once', async () => {
  const world = await aSyncedWorld()
  const { live } = await screen(world, ['lead-1'])
  const { other } = await reportedWrites(world, live)
  other.postMessage({ kind: 'settled', id: 'x', stored: false })
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
})

test('a late report of another thread does not hide a newer change', async () => {
  const world = await aSyncedWorld()
  const { live, states } = await screen(world, ['lead-1'])
  const before = await stored(world, 'lead-1')
  await capture(world, 'lead-1')
  const heard = vi.fn()
  onTestFinished(onRelayedWrites(world.device.db.userId, heard))
  otherThread(world).postMessage({ kind: 'coming', id: 'x', leads: [before] })
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  expect(live.leads().get('lead-1')?.state).toBe(2)
  expect(states).toEqual([1, 2])
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
  await reportedWrites(world, live)
  stop()
  onTestFinished(live.subscribe(() => undefined))
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
})

test('a pending write of a killed thread expires', async () => {
  const world = await aSyncedWorld()
  const { live } = await screen(world, ['lead-1'])
  const lead = await stored(world, 'lead-1')
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  otherThread(world).postMessage({ kind: 'coming', id: 'x', leads: [{ ...lead, version: 900, state: 2 }] })
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(2))
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() => expect(live.leads().get('lead-1')?.state).toBe(1))
})

test('only writes of 100 to 1000 leads are relayed to other threads, with their end', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  onTestFinished(relayPendingWrites(db))
  const heard: { kind: string; leads?: unknown[]; stored?: boolean }[] = []
  otherThread(world).onmessage = ({ data }: MessageEvent) => heard.push(data)
  const lead = await stored(world, 'lead-1')
  const rows = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ ...lead, uid: `many-${place}`, generation: 1 }))
  await db.transaction('rw', db.leads, () => db.leads.bulkPut(rows(5)))
  await db.transaction('rw', db.leads, () => db.leads.bulkPut(rows(1001)))
  await db.transaction('rw', db.leads, () => db.leads.bulkPut(rows(100)))
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard[0]?.leads).toHaveLength(100)
  expect(heard[1]).toMatchObject({ kind: 'settled', stored: true })
})
