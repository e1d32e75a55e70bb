/** The last instant that the database remembers, and the database's own clock: docs/rules.md#clock */
import { sql } from 'kysely'
import { z } from 'zod'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { judgeClock, type Remembered, type Verdict } from '../base/clock/judge.ts'
import type { Machine } from '../base/clock/machine.ts'
import type { Store } from '../db/store.ts'

const witnessesSchema = z.tuple([
  z.object({
    database: z.coerce.number(),
    at: z.string().nullable(),
    machine: z.string().nullable(),
    machine_ms: z.coerce.number().nullable(),
    doubted: z.enum(['ahead', 'behind']).nullable(),
    latest: z.string().nullable(),
  }),
])

/** Before the first memory, such as after an upgrade or a restore: the latest of what the server wrote by itself. */
const LATEST = sql`greatest(
  (select max(created_at) from sync_marks),
  (select max(last_seen_at) from sessions),
  (select max(received_at) from command_log))`

const SETS_ITS_CLOCK_MS = HOUR_MS

interface Witnesses {
  readonly remembered: Remembered | null
  /** null: nothing is remembered yet, so this may not be taken for a clock that went ahead. */
  readonly latestMs: number | null
  readonly databaseMs: number | null
}

/** A machine sets its clock some time after it began, so its first hour proves nothing. */
function elapsedSince(
  machine: Machine,
  then: { readonly name: string | null; readonly elapsedMs: number },
): number | null {
  const elapsed = machine.elapsed()
  if (then.name !== machine.name || elapsed < then.elapsedMs || elapsed < SETS_ITS_CLOCK_MS) return null
  return elapsed - then.elapsedMs
}

async function witnesses(store: Pick<Store, 'db' | 'kind'>, machine: Machine): Promise<Witnesses> {
  const { rows } = await sql`
    select (extract(epoch from clock_timestamp()) * 1000)::text as database,
      m.at, m.machine, m.machine_ms::text as machine_ms, m.doubted,
      case when m.at is null then ${LATEST} end as latest
    from (select) one
    left join clock_memory m on true`.execute(store.db)
  const [row] = witnessesSchema.parse(rows)
  // The embedded database reads the machine's own clock.
  const databaseMs = store.kind === 'pglite' ? null : row.database
  if (row.at === null)
    return { remembered: null, latestMs: row.latest === null ? null : Date.parse(row.latest), databaseMs }
  const remembered = {
    atMs: Date.parse(row.at),
    elapsedMs: elapsedSince(machine, { name: row.machine, elapsedMs: row.machine_ms ?? 0 }),
    doubted: row.doubted,
  }
  return { remembered, latestMs: null, databaseMs }
}

/** Judges the clock and changes nothing. */
export async function judged(
  store: Pick<Store, 'db' | 'kind'>,
  { nowMs, machine }: { readonly nowMs: number; readonly machine: Machine },
): Promise<Verdict> {
  const { remembered, latestMs, databaseMs } = await witnesses(store, machine)
  if (remembered !== null || latestMs === null || latestMs <= nowMs)
    return judgeClock({ nowMs, remembered, databaseMs })
  // An instant of the future is a sure sign; one of the past tells only that the server was away.
  return judgeClock({ nowMs, remembered: { atMs: latestMs, elapsedMs: null, doubted: null }, databaseMs })
}

/** Remembers the instant, as one that nobody doubts. */
export async function remember(
  { db }: Pick<Store, 'db'>,
  { nowMs, machine }: { readonly nowMs: number; readonly machine: Machine },
): Promise<void> {
  const row = {
    at: new Date(nowMs).toISOString(),
    machine: machine.name,
    machine_ms: machine.elapsed(),
    doubted: null,
  }
  await db
    .insertInto('clock_memory')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute()
}

/** Keeps how the clock contradicts what is remembered, or what was the latest where nothing is. */
export async function doubt(
  { db }: Pick<Store, 'db'>,
  { kind, sinceMs }: { readonly kind: 'ahead' | 'behind'; readonly sinceMs: number },
): Promise<void> {
  const at = new Date(sinceMs).toISOString()
  await db
    .insertInto('clock_memory')
    .values({ at, machine: '', machine_ms: 0, doubted: kind })
    .onConflict((conflict) => conflict.column('single').doUpdateSet({ doubted: kind }))
    .execute()
}
