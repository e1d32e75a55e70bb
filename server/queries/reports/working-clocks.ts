/** The stored working time of the leads' instants: docs/rules.md#reports */
import { type Kysely, sql } from 'kysely'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import type { Database } from '../../db/database.ts'
import { keepLooking, type LoopWatch } from '../../keep-looking.ts'
import type { Reader } from '../lead-row.ts'
import { readSettings } from '../settings.ts'

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
    holidays: weekdayHolidays,
  }
}

/** True where the stored clocks are those of the calendar. */
export const isStoredSql = ({ opens, length, holidays }: WorkingCalendar) => sql<boolean>`(
  select w.opens = ${opens}::int and w.length = ${length}::int and w.holidays = ${[...holidays]}::int[]
  from working_calendar w)`

/** Key of an advisory lock: of several servers one computes. */
const CLOCKS_LOCK = 20_261_125
const EVERY_MS = 60_000

async function isStored(db: Reader, calendar: WorkingCalendar): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean | null }>`select ${isStoredSql(calendar)} as stored`.execute(
    db,
  )
  return rows[0]?.stored === true
}

/**
 * Computes the clocks of all leads anew if they are not those of the settings. Nobody writes leads meanwhile: 200,000
 * take some twenty seconds. The triggers are off, since no device needs to know.
 */
export async function refreshClocks(db: Kysely<Database>): Promise<void> {
  if (await isStored(db, workingCalendar(await readSettings(db)))) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLOCKS_LOCK})`.execute(tx)
    const calendar = workingCalendar(await readSettings(tx))
    if (await isStored(tx, calendar)) return
    await sql`alter table leads disable trigger user`.execute(tx)
    const values = { ...calendar, holidays: [...calendar.holidays] }
    await tx
      .insertInto('working_calendar')
      .values(values)
      .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
      .execute()
    const clocks = Object.entries(CLOCKS).map(
      ([instant, clock]) => sql`${sql.ref(clock)} = lead_clock(${sql.ref(`leads.${instant}`)}, w)`,
    )
    await sql`update leads set ${sql.join(clocks)} from working_calendar w`.execute(tx)
    await sql`alter table leads enable trigger user`.execute(tx)
  })
}

/** Looks every minute whether the setting has changed. Returns a function that stops it. */
export function keepClocks(db: Kysely<Database>, watch: LoopWatch): () => Promise<void> {
  return keepLooking(EVERY_MS, () => refreshClocks(db), watch)
}
