/** The first reading finds what Dexie finds, and changes nothing: docs/architecture.md#opening */
import { beforeEach, describe, expect, it } from 'vitest'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { readCatalogues } from '../../../src/db/mirror/catalogues.ts'
import { noteClockOffset } from '../../../src/db/mirror/clock-offset.ts'
import { cataloguesVersion, keepCatalogues } from '../../../src/db/mirror/keep-catalogues.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import {
  clearSession,
  readSession,
  thisDevice,
  writeSession,
} from '../../../src/db/session/device-session.ts'
import { keepFilter } from '../../../src/db/session/last-filters.ts'
import { loadStore } from '../../../src/db/store.ts'
import {
  firstReading,
  firstReadingOf,
  needStoreNow,
  readFirst,
  storeAfterPaint,
} from '../../../src/opening/first-reading.ts'
import { answerOfStoredBoard } from '../../../src/opening/stored-board.ts'
import { newMirror, save, saveFirstRows, write } from '../board-index/mirror.ts'
import { uidOf } from '../board-index/random-leads.ts'
import { aLead, aUser } from '../domain/fixtures.ts'

const leads = Array.from({ length: 60 }, (_, place) => aLead({ uid: uidOf(place), id: place + 1, state: 1 }))
const partner = (id: number, name: string, version: number) => ({
  kind: 'partner',
  id: String(id),
  version,
  generation: 1,
  value: { id, name, code_wf: null, release_quote: false, active: true },
})

/** A mirror whose pull has ended, with all that the first screen shows, and its user's session. */
async function kept(): Promise<MirrorDb> {
  const db = newMirror()
  await write(db, leads)
  await db.catalogues.bulkPut([partner(24, 'Corretora', 3), partner(25, 'Loja', 4)])
  await db.meta.put({ name: 'pullState', value: { generation: 1, lastSyncAt: 5, done: 60, expected: 60 } })
  await noteClockOffset(db, { least: 6900, most: 7100 })
  const feed = new MirrorFeed(db)
  await feed.open()
  await save(feed)
  await saveFirstRows(feed)
  await keepCatalogues(db, readCatalogues)
  await keepFilter(db, '/users', { login: 'corret' })
  await writeSession('token', aUser(3, { id: db.userId }))
  return db
}

describe('the first reading', () => {
  beforeEach(async () => {
    await clearSession()
  })

  it('finds session, cards, catalogues and clock as Dexie does', async () => {
    const db = await kept()
    await readFirst()
    const reading = firstReadingOf(db.userId)
    expect(reading?.session).toEqual(await readSession())
    expect(reading?.firstPull).toBeNull()
    expect(reading?.clockOffsetMs).toBe(7000)
    expect(reading?.catalogues).toEqual(await readCatalogues(db))
    expect(reading?.catalogues?.partners.get(25)).toBe('Loja')
    expect(reading?.filters).toEqual({ '/users': { login: 'corret' } })
    const question = { view: { kind: 'status', status: 1 } as const, offset: 0, limit: 48 }
    const early = reading?.storedBoard ? answerOfStoredBoard(reading.storedBoard, question) : null
    expect(early?.answer.slice).toMatchObject({ total: 60 })
    expect(early?.leads).toEqual(await db.leads.bulkGet([...(early?.answer.slice.uids ?? [])]))
    expect(early?.leads).toHaveLength(48)
    expect(firstReadingOf(db.userId + 1)).toBeNull()
  })

  it('has no rows after a change that the record does not include', async () => {
    const db = await kept()
    await db.journal.add({ uids: [uidOf(0)] })
    await readFirst()
    expect(firstReadingOf(db.userId)?.storedBoard?.rows).toEqual([])
  })

  it('lets the code of the store wait for the painting, unless the screen needs more than what was read', async () => {
    await kept()
    await readFirst()
    // The code is here: only the wait could hold it back.
    await loadStore()
    let came = false
    const due = storeAfterPaint().then(() => {
      came = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(came).toBe(false)
    needStoreNow()
    await due
    expect(came).toBe(true)
  })

  it('says how much of a first pull is stored', async () => {
    const db = await kept()
    await db.meta.put({
      name: 'pullState',
      value: { generation: 1, lastSyncAt: null, done: 250, expected: 3000 },
    })
    await readFirst()
    expect(firstReadingOf(db.userId)?.firstPull).toEqual({ done: 250, expected: 3000 })
  })

  it('creates nothing without a signed-in user', async () => {
    await thisDevice().delete({ disableAutoOpen: false })
    const before = firstReading()
    await readFirst()
    expect(firstReading()).toBe(before)
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('farol-device')
  })
})

describe('the kept catalogues', () => {
  it('follow the rows, and are not written again without a change', async () => {
    const db = await kept()
    let reads = 0
    const keep = () =>
      keepCatalogues(db, (mirror) => {
        reads += 1
        return readCatalogues(mirror)
      })
    await keep()
    expect(reads).toBe(0)
    const before = await cataloguesVersion(db)
    await db.catalogues.put(partner(25, 'Loja nova', 9))
    expect(await cataloguesVersion(db)).not.toBe(before)
    await keep()
    await db.catalogues.delete(['partner', '24'])
    await keep()
    expect(reads).toBe(2)
    await readFirst()
    expect([...(firstReadingOf(db.userId)?.catalogues?.partners.entries() ?? [])]).toEqual([
      [25, 'Loja nova'],
    ])
  })

  it('are not kept on a device that was wiped, and not read in another format', async () => {
    const db = await kept()
    const record = await db.meta.get('keptCatalogues')
    await db.meta.put({ name: 'keptCatalogues', value: { ...Object(record?.value), format: 0 } })
    await readFirst()
    expect(firstReadingOf(db.userId)?.catalogues).toBeNull()
    await db.meta.clear()
    await keepCatalogues(db, readCatalogues)
    expect(await db.meta.count()).toBe(0)
  })
})
