/** Working time in the database equals the rules': stored with the leads, and computed while the setting is new. */
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import {
  changeCalendar,
  computeClocks,
  refreshClocks,
} from '../../../server/reports/queries/working-clocks.ts'
import { instantOf, workingSeconds } from '../../../server/reports/queries/working-time.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { workingMsBetween } from '../../../src/domain/sla/working-time.ts'
import { describeDatabase, describePostgres, type TestStore } from '../support/databases.ts'
import { untilWaiting } from '../support/lock-waits.ts'
import { aLeadRow } from '../support/rows.ts'
import { LEADS } from './data/leads.ts'
import { BUSINESS_HOURS, loadReportData } from './data/load.ts'

const LATE_DAY = { start: '11:00', end: '19:00', holidays: [] }
const SHORT_DAY = {
  start: '10:00',
  end: '14:30',
  holidays: ['2026-10-07'],
  // A Thursday on which leads of the data set began and ended.
  yearly: [{ day: '10-08', name: 'Padroeira', town: 'Campinas' }],
}

/** Compares every lead's time from its creation to its end. Returns the number of times above zero. */
async function compare(db: Kysely<Database>, hours: Settings['business_hours']): Promise<number> {
  const working = workingSeconds(await readSettings(db))
  const { rows } = await sql<{ id: number; from: Date; to: Date | null; seconds: number | null }>`
    select l.id, l.create_lead_date as from, l.end_lead_date as to,
      ${working(instantOf('create_lead_date'), instantOf('end_lead_date'))} as seconds
    from leads l`.execute(db)
  const calendar = businessCalendar(hours)
  let compared = 0
  for (const { id, from, to, seconds } of rows) {
    const [fromMs, toMs] = [new Date(from).getTime(), to === null ? null : new Date(to).getTime()]
    if (toMs === null || toMs < fromMs) expect(seconds, String(id)).toBeNull()
    else expect(seconds, String(id)).toBeCloseTo(workingMsBetween(fromMs, toMs, calendar) / 1000, 2)
    if ((seconds ?? 0) > 0) compared += 1
  }
  return compared
}

const stored = async (db: Kysely<Database>) =>
  (await db.selectFrom('leads').select('uid').where('end_clock', 'is not', null).execute()).length

const setHours = (db: Kysely<Database>, hours: Settings['business_hours']) =>
  db
    .updateTable('settings')
    .set({ value: JSON.stringify(hours) })
    .where('key', '=', 'business_hours')
    .execute()

/** A lead of the data set's first client, created and ended in October. */
function aWrittenLead() {
  const [known] = LEADS
  if (known === undefined) throw new Error('the data set has no leads')
  return {
    ...aLeadRow({ client_uid: known.client_uid }),
    create_lead_date: '2026-10-05T09:00:00-03:00',
    end_lead_date: '2026-10-06T12:00:00-03:00',
  }
}

describeDatabase('working clocks', (open) => {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await loadReportData(store.db)
  })

  test('the database computes before the first refresh', async () => {
    expect(await stored(store.db)).toBe(0)
    expect(await compare(store.db, BUSINESS_HOURS)).toBeGreaterThan(100)
  })

  test('a refresh stores the clocks and changes no version', async () => {
    const versions = () => store.db.selectFrom('leads').select(['uid', 'version']).orderBy('uid').execute()
    const before = await versions()
    await refreshClocks(store.db)
    expect(await versions()).toEqual(before)
    expect(await stored(store.db)).toBe(LEADS.filter((lead) => lead.end_lead_date !== null).length)
    expect(await compare(store.db, BUSINESS_HOURS)).toBeGreaterThan(100)
  })

  test('the clocks follow a written lead', async () => {
    const row = { ...aWrittenLead(), end_lead_date: '2026-10-05T10:00:00-03:00' }
    await store.db.insertInto('leads').values(row).execute()
    const clocks = () =>
      store.db
        .selectFrom('leads')
        .select(['create_clock', 'end_clock'])
        .where('uid', '=', row.uid)
        .executeTakeFirstOrThrow()
    const made = await clocks()
    expect((made.end_clock ?? 0) - (made.create_clock ?? 0)).toBe(3600)
    await store.db
      .updateTable('leads')
      .set({ end_lead_date: '2026-10-06T08:31:00-03:00' })
      .where('uid', '=', row.uid)
      .execute()
    const moved = await clocks()
    expect((moved.end_clock ?? 0) - (moved.create_clock ?? 0)).toBe(9 * 3600 + 60)
    await store.db.deleteFrom('leads').where('uid', '=', row.uid).execute()
  })

  test('after a change of the business hours the database computes until the next refresh', async () => {
    await setHours(store.db, SHORT_DAY)
    expect(await compare(store.db, SHORT_DAY)).toBeGreaterThan(100)
    await refreshClocks(store.db)
    expect(await compare(store.db, SHORT_DAY)).toBeGreaterThan(100)
    const { rows } = await sql<{ opens: number }>`select opens from working_calendar`.execute(store.db)
    expect(rows).toEqual([{ opens: 10 * 3600 }])
  })

  test('a computation that was killed goes on where it was, and leads that are written meanwhile are right', async () => {
    const { db } = store
    const leads = () => db.selectFrom('leads').select(['uid', 'version']).orderBy('uid').execute()
    await setHours(db, LATE_DAY)
    await changeCalendar(db)
    expect(await computeClocks(db, 10)).toBe(true)
    expect(await compare(db, LATE_DAY), 'the database computes').toBeGreaterThan(100)
    const before = await leads()
    const [done, waiting] = [before[3]?.uid ?? '', before.at(-3)?.uid ?? '']
    for (const uid of [done, waiting])
      await db
        .updateTable('leads')
        .set({ end_lead_date: '2026-10-30T14:45:00-03:00' })
        .where('uid', '=', uid)
        .execute()
    await db
      .insertInto('leads')
      .values({ ...aWrittenLead(), uid: '00000000-0000-7000-8000-000000000001' })
      .execute()
    await refreshClocks(db)
    const { rows } = await sql`select reached from working_calendar`.execute(db)
    expect(rows).toEqual([{ reached: null }])
    expect(await compare(db, LATE_DAY)).toBeGreaterThan(100)
    // No device hears of clocks: only the written leads have another version.
    const versions = new Map(before.map(({ uid, version }) => [uid, version]))
    const moved = (await leads()).filter(({ uid, version }) => versions.get(uid) !== version)
    expect(moved).toHaveLength(3)
  })
})

describePostgres('working clocks', (open) => {
  test('a lead that was being written when the hours changed has the new clocks', async () => {
    const store = await open()
    const { db } = store
    await loadReportData(db)
    await refreshClocks(db)
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    const writing = db.transaction().execute(async (tx) => {
      await tx.insertInto('leads').values(aWrittenLead()).execute()
      write()
      await committed
    })
    await written
    await setHours(db, LATE_DAY)
    const refreshing = refreshClocks(db)
    // Another writer does not wait for the first one's end.
    await db.insertInto('leads').values(aWrittenLead()).execute()
    // Without the lock it would have ended by now, and left out the lead that it does not see.
    await Promise.race([refreshing, untilWaiting(store)])
    commit()
    await writing
    await refreshing
    expect(await compare(db, LATE_DAY)).toBeGreaterThan(100)
  })
})
