/** What is promised of a form that was left without saving: it is there when the same user comes back. */
import { expect, test } from 'vitest'
import { clearSession } from '../../src/db/device-session.ts'
import { discardDraft, listDrafts, readDraft, saveDraft } from '../../src/db/drafts.ts'
import { keepFile, readFile } from '../../src/db/files.ts'
import { openMirror } from '../../src/db/mirror.ts'
import { wipeMirror } from '../../src/db/sign-out.ts'
import { aSyncedWorld, capture, goOffline, queue, run, uuid } from './support/world.ts'

const DAY = 86_400_000
const NAME = 'create:/lead'

test('it is read as it was written last, and gone when it is discarded', async () => {
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

test('a full disk says so in Portuguese and leaves the draft before it', async () => {
  const { device, clock } = await aSyncedWorld()
  await saveDraft(device.db, NAME, { old: true }, clock.now)
  device.faults.full = true
  await expect(saveDraft(device.db, NAME, { old: false }, clock.now)).rejects.toThrow(
    /armazenamento deste aparelho está cheio/,
  )
  device.faults.full = false
  expect(await readDraft(device.db, NAME)).toMatchObject({ values: { old: true } })
})

test('a sign-out leaves it for the same user, and nothing else', async () => {
  const { device, clock, user } = await aSyncedWorld()
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now)
  await clearSession()
  await device.stop()
  await wipeMirror(user.id, { keepOutbox: false })
  const db = openMirror(user.id)
  expect(await readDraft(db, NAME)).toMatchObject({ values: { typed: 1 } })
  const others = db.tables.filter((table) => table.name !== 'drafts')
  expect(await Promise.all(others.map((table) => table.count()))).toEqual(others.map(() => 0))
  expect(await readDraft(openMirror(user.id + 1_000_000), NAME)).toBeUndefined()
})

test('a sign-out that keeps the queue keeps its files and the drafts', async () => {
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
  await wipeMirror(user.id, { keepOutbox: true })
  expect(await queue(world)).toHaveLength(2)
  expect(await readFile(device.db, uid)).toBeDefined()
  expect(await readDraft(device.db, NAME)).toBeDefined()
  expect(await device.db.leads.count()).toBe(0)
})

test('after a month nobody comes back to it: the next opening drops it', async () => {
  const world = await aSyncedWorld()
  const { device, clock } = world
  await saveDraft(device.db, NAME, { typed: 1 }, clock.now - 31 * DAY)
  await saveDraft(device.db, 'lead:lead-1', { typed: 2 }, clock.now - 29 * DAY)
  await device.restart()
  await device.cycle()
  expect((await listDrafts(device.db)).map(({ name }) => name)).toEqual(['lead:lead-1'])
})
