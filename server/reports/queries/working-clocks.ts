/** The stored working time of the leads' instants: docs/rules.md#reports */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { batchPace } from '../../base/batch-pace.ts'
import { keepLooking, type LoopWatch } from '../../base/keep-looking.ts'
import type { Database } from '../../db/database.ts'
import { codeOf, isTransient } from '../../db/transient.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readSettings } from '../../queries/settings.ts'

/** The columns of clocks by the columns of instants. */
export const CLOCKS = {
  proposal_date: 'proposal_clock',
  create_lead_date: 'create_clock',
  capture_date: 'capture_clock',
  first_call_date: 'first_call_clock',
  contact_date: 'contact_clock',
  quoted_date: 'quoted_clock',
  sold_date: 'sold_clock',
  end_lead_date: 'end_clock',
} as const

export interface WorkingCalendar {
  /** Seconds of a day. */
  readonly opens: number
  readonly length: number
  /** Day numbers of the holidays on weekdays, ascending. */
  readonly holidays: readonly number[]
}

export function workingCalendar({ business_hours }: Pick<Settings, 'business_hours'>): WorkingCalendar {
  const { startMinutes, endMinutes, weekdayHolidays } = businessCalendar(business_hours)
  return {
    opens: startMinutes * 60,
    length: (endMinutes - startMinutes) * 60,
    holidays: weekdayHolidays(),
  }
}

const isOfSql = ({ opens, length, holidays }: WorkingCalendar) =>
  sql<boolean>`w.opens = ${opens}::int and w.length = ${length}::int and w.holidays = ${[...holidays]}::int[]`

/** True if the stored clocks of all leads were computed with the calendar. */
export const isStoredSql = (calendar: WorkingCalendar) => sql<boolean>`(
  select ${isOfSql(calendar)} and w.reached is null
  from working_calendar w)`

/** Key of an advisory lock: of several servers one computes. */
const CLOCKS_LOCK = 20_261_125
const EVERY_MS = 60_000

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Writers of leads wait at most so long for the change of the calendar. */
const WRITERS_WAIT_MS = 200
const WRITERS_PAUSE_MS = 2000
const LOCK_NOT_AVAILABLE = '55P03'

async function isCalendar(db: Reader, calendar: WorkingCalendar): Promise<boolean> {
  const { rows } = await sql`select 1 from working_calendar w where ${isOfSql(calendar)}`.execute(db)
  return rows.length > 0
}

/**
 * Uses the settings' calendar for leads that are written from now on, and marks all others. The lock keeps leads from
 * being written meanwhile: a lead that was written by the earlier calendar, and committed later, would be left out.
 */
export async function changeCalendar(db: Kysely<Database>): Promise<void> {
  if (await isCalendar(db, workingCalendar(await readSettings(db)))) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLOCKS_LOCK})`.execute(tx)
    const calendar = workingCalendar(await readSettings(tx))
    if (await isCalendar(tx, calendar)) return
    await sql`set local lock_timeout = ${sql.lit(WRITERS_WAIT_MS)}`.execute(tx)
    await sql`lock table leads in share mode`.execute(tx)
    const values = { ...calendar, holidays: [...calendar.holidays], reached: BEFORE_ALL }
    await tx
      .insertInto('working_calendar')
      .values(values)
      .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
      .execute()
  })
}

/**
 * Computes the clocks of the next leads. Returns false when none is left. `farol.only_clocks` keeps their versions, since
 * no device needs to know.
 */
export function computeClocks(db: Kysely<Database>, count: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLOCKS_LOCK})`.execute(tx)
    const calendar = await tx.selectFrom('working_calendar').select('reached').executeTakeFirst()
    const reached = calendar?.reached ?? null
    if (reached === null) return false
    // In the order of the commands. What refers to a lead may be written meanwhile.
    const { rows } = await sql<{ uid: string }>`
      select uid from leads where uid > ${reached} order by uid limit ${count} for no key update`.execute(tx)
    const uids = rows.map(({ uid }) => uid)
    const clocks = Object.entries(CLOCKS).map(
      ([instant, clock]) => sql`${sql.ref(clock)} = lead_clock(${sql.ref(`leads.${instant}`)}, w)`,
    )
    await sql`select set_config('farol.only_clocks', 'on', true)`.execute(tx)
    await sql`
      update leads set ${sql.join(clocks)} from working_calendar w where uid = any(${uids}::uuid[])`.execute(
      tx,
    )
    // A lead that comes later has its clocks from the trigger, whatever its uid.
    const last = uids.length < count ? null : (uids.at(-1) ?? null)
    await tx.updateTable('working_calendar').set({ reached: last }).execute()
    return last !== null
  })
}

const NEVER = new AbortController().signal

/**
 * Computes the clocks of all leads anew if they differ from the settings' calendar, batch by batch, so that commands
 * wait for a lead at most as long as a batch takes. What a killed server has left is done by the next call.
 */
export async function refreshClocks(
  db: Kysely<Database>,
  { pauses = false, stop = NEVER }: { readonly pauses?: boolean; readonly stop?: AbortSignal } = {},
): Promise<void> {
  const pace = batchPace({ first: 200, least: 20, most: 2000, targetMs: 200 })
  let isChanged = false
  while (!stop.aborted) {
    const begun = performance.now()
    try {
      if (!isChanged) await changeCalendar(db)
      isChanged = true
      if (!(await computeClocks(db, pace.rows()))) return
      pace.took(performance.now() - begun)
    } catch (error) {
      if (codeOf(error) === LOCK_NOT_AVAILABLE) await pause(WRITERS_PAUSE_MS)
      else if (!isTransient(error)) throw error
    }
    if (pauses) await pause((performance.now() - begun) / 2)
  }
}

/** Looks every minute whether the setting has changed. Returns a function that stops it after the running batch. */
export function keepClocks(db: Kysely<Database>, watch: LoopWatch): () => Promise<void> {
  return keepLooking(EVERY_MS, (stop) => refreshClocks(db, { pauses: true, stop }), watch)
}
