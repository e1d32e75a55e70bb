/** Drafts of unsaved forms: they stay until a sign-out, and after it if the user keeps them. */

import { expect, test } from 'vitest'
import { correctedNow, noteClockOffset } from '../../src/db/mirror/clock-offset.ts'
import { unsavedCounts } from '../../src/db/mirror/reads.ts'
import { closeMirror, openMirror } from '../../src/db/open.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { clearSession } from '../../src/db/session/device-session.ts'
import {
  discardDraft,
  dropOthersOldDrafts,
  listDrafts,
  readDraft,
  saveDraft,
} from '../../src/db/session/drafts.ts'
import { keepFile, readFile } from '../../src/db/session/files.ts'
import { dropAllButQueue, wipeMirror } from '../../src/db/sign-out.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { nameOf } from './support/mirror-of.ts'
import { aSyncedWorld, capture, goOffline, queue, run, uuid } from './support/world.ts'

const NAME = 'create:/lead'

test('a draft is read as last written, and is gone after a discard', async () => {
  const { device, clock } = await aSyncedWorld()
  expect(await readDraft(device.db, NAME)).toBeUndefined()
  await saveDraft(device.db, NAME, { lead: { proposal: 'P' } }, clock.now)
  await saveDraft(device.db, NAME, { lead: { proposal: 'P1' } }, clock.now + 1)
  await saveDraft(device.db, 'lead:lead-1', { x: 1 }, clock.now + 2)
  expect(await readDraft(device.db, NAME)).toEqual({
    values: { lead: { proposal: 'P1' } },
    savedAt: clock.now + 1,
  })
  expect((await listDrafts(device.db)).map(({ name }) => name)).toEqual(['lead:lead-1', NAME])
  await discardDraft(device.db, NAME)
  expect(await readDraft(device.db, NAME)).toBeUndefined()
})

test('drafts are listed by the time of the server, whatever the clock of the device', async () => {
  const { device, clock } = await aSyncedWorld()
  await noteClockOffset(device.db, { least: -2 * DAY_MS, most: -2 * DAY_MS })
  await saveDraft(device.db, NAME, {}, clock.now)
  expect(await listDrafts(device.db)).toMatchObject([{ savedAt: clock.now - 2 * DAY_MS }])
})

test('a slow answer does not move a clock that agrees with it, and a fast one corrects a wrong clock', async () => {
  const { device, clock } = await aSyncedWorld()
  const now = () => correctedNow(device.db, clock.now)
  await noteClockOffset(device.db, { least: -100, most: 6000 })
  expect(await now()).toBe(clock.now)
  await noteClockOffset(device.db, { least: 59_900, most: 60_100 })
  expect(await now()).toBe(clock.now + 60_000)
  await noteClockOffset(device.db, { least: -50, most: 50 })
  expect(await now()).toBe(clock.now)
})

test('a full disk rejects a draft with a message in Portuguese and keeps the previous one', async () => {
  const { device, clock } = await aSyncedWorld()
  await saveDraft(device.db, NAME, { old: true }, clock.now)
  device.faults.full = true
  await expect(saveDraft(device.db, NAME, { old: false }, clock.now)).rejects.toThrow(
    /armazenamento deste aparelho está cheio/,
  )
  device.faults.full = false
  expect(await readDraft(device.db, NAME)).toMatchObject({ values: { old: true } })
})

test('a command takes the draft of its form with it, or leaves what is still to be sent; a refused one leaves it', async () => {
  const world = await aSyncedWorld({ leads: 1 })
  const { db, faults } = world.device
  const nowMs = world.clock.now
  const send = (values: unknown) =>
    runCommand(
      db,
      'lead.setServiceStatus',
      { lead_uid: 'lead-1', service_status: 1 },
      { nowMs, draft: { name: NAME, values } },
    )
  await capture(world, 'lead-1')
  await saveDraft(db, NAME, { lines: 2 }, nowMs)
  faults.full = true
  expect((await send(null)).kind).toBe('storage_full')
  faults.full = false
  expect(await readDraft(db, NAME)).toMatchObject({ values: { lines: 2 } })
  expect((await send({ lines: 1 })).kind).toBe('queued')
  expect(await readDraft(db, NAME)).toEqual({ values: { lines: 1 }, savedAt: nowMs })
  expect((await send(null)).kind).toBe('queued')
  expect(await readDraft(db, NAME)).toBeUndefined()
})

const storesOf = async (user: number) =>
  (await indexedDB.databases()).flatMap(({ name }) => (name === nameOf(user) ? [name] : []))

test('a sign-out deletes drafts with everything else', async () => {
  const { device, clock, user } = await aSyncedWorld()
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  await clearSession()
  await device.stop()
  await wipeMirror(user.id, { queue: false, drafts: false })
  expect(await storesOf(user.id)).toEqual([])
})

test('a sign-out that keeps only the queue deletes drafts and all that is mirrored', async () => {
  const world = await aSyncedWorld()
  const { device, clock, user } = world
  goOffline(world)
  await capture(world, 'lead-1')
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  // A part of the board's index: it has names of clients.
  await device.db.blocks.put({ name: 'leads-0', bytes: 'Ana' })
  await clearSession()
  await wipeMirror(user.id, { queue: true, drafts: false })
  expect(await queue(world)).toHaveLength(1)
  expect(await listDrafts(device.db)).toEqual([])
  const others = device.db.tables.filter(({ name }) => name !== 'outbox')
  expect(await Promise.all(others.map((table) => table.count()))).toEqual(others.map(() => 0))
})

test('the sign-out question counts unsent commands and drafts', async () => {
  const world = await aSyncedWorld()
  const { device, clock } = world
  expect(await unsavedCounts(device.db)).toEqual({ commands: 0, drafts: 0 })
  goOffline(world)
  await capture(world, 'lead-1')
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  await saveDraft(device.db, 'lead:lead-1', { typed: 2 }, clock.now)
  expect(await unsavedCounts(device.db)).toEqual({ commands: 1, drafts: 2 })
})

test('a session that the server revoked leaves drafts on the device, since no user was asked', async () => {
  const { device, clock } = await aSyncedWorld()
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  await dropAllButQueue(device.db)
  expect(await device.db.leads.count()).toBe(0)
  expect(await readDraft(device.db, NAME)).toMatchObject({ values: { typed: 1 } })
})

test('a sign-out that keeps drafts keeps only them, and only for the same user', async () => {
  const { device, clock, user } = await aSyncedWorld()
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  await clearSession()
  await device.stop()
  await wipeMirror(user.id, { queue: false, drafts: true })
  const db = openMirror(user.id)
  expect(await readDraft(db, NAME)).toMatchObject({ values: { typed: 1 } })
  const others = db.tables.filter((table) => table.name !== 'drafts')
  expect(await Promise.all(others.map((table) => table.count()))).toEqual(others.map(() => 0))
  expect(await readDraft(openMirror(user.id + 1_000_000), NAME)).toBeUndefined()
})

test('a sign-out that keeps queue and drafts also keeps the files of the queue', async () => {
  const world = await aSyncedWorld()
  const { device, clock, user } = world
  goOffline(world)
  await capture(world, 'lead-1')
  const uid = uuid('file', 1)
  await keepFile(device.db, {
    uid,
    leadUid: 'lead-1',
    name: 'a.pdf',
    bytes: new Blob(['%PDF']),
    queuedAt: clock.now,
  })
  await run(world, 'lead.attachFile', { lead_uid: 'lead-1', file_uid: uid, name: 'a.pdf', size: 4 })
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  await clearSession()
  await wipeMirror(user.id, { queue: true, drafts: true })
  expect(await queue(world)).toHaveLength(2)
  expect(await readFile(device.db, uid)).toBeDefined()
  expect(await readDraft(device.db, NAME)).toBeDefined()
  expect(await device.db.leads.count()).toBe(0)
})

test('the next start deletes drafts older than a month', async () => {
  const world = await aSyncedWorld()
  const { device, clock } = world
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now - 31 * DAY_MS)
  await saveDraft(device.db, 'lead:lead-1', { typed: 2 }, clock.now - 29 * DAY_MS)
  await device.restart()
  await device.cycle()
  expect((await listDrafts(device.db)).map(({ name }) => name)).toEqual(['lead:lead-1'])
})

test('another user’s drafts are deleted after a month', async () => {
  const absent = await aSyncedWorld()
  await saveDraft(absent.device.db, 'create:/lead', { typed: 1 }, absent.clock.now - 31 * DAY_MS)
  await saveDraft(absent.device.db, 'lead:lead-1', { typed: 2 }, absent.clock.now - 29 * DAY_MS)
  await clearSession()
  await absent.device.stop()
  await wipeMirror(absent.user.id, { queue: false, drafts: true })
  const present = await aSyncedWorld()
  await saveDraft(present.device.db, NAME, { typed: 3 }, present.clock.now)
  await dropOthersOldDrafts(present.user.id, present.clock.now)
  expect((await listDrafts(openMirror(absent.user.id))).map(({ name }) => name)).toEqual(['lead:lead-1'])
  expect(await listDrafts(present.device.db)).toHaveLength(1)

  closeMirror(absent.user.id)
  await dropOthersOldDrafts(present.user.id, present.clock.now + 2 * DAY_MS)
  expect(await listDrafts(openMirror(absent.user.id))).toEqual([])
})
