/** The daily backup by the server itself. docs/operations.md#back-up-and-restore */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { instantOf, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { TOLERANCE_MS } from '../base/clock/judge.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { Say } from '../base/say.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Store } from '../db/store.ts'
import { codeOf } from '../db/transient.ts'
import { checkIfDue } from './checks.ts'
import type { Made } from './make.ts'
import { removeParts } from './parts.ts'
import { ofTarget, TargetFailed } from './refused.ts'
import { expired } from './retention.ts'
import { recordedBackup } from './runs.ts'
import { madeSentence } from './sentences.ts'

type BackupContext = Pick<AppContext, 'store' | 'config' | 'now' | 'clock' | 'integrations'>

/** After a failure. The day's backup is still wanted the same day. */
const AGAIN_MS = 30 * MINUTE_MS
/** Key of an advisory lock: of several servers one makes the backup. */
const BACKUP_LOCK = 20_261_126

/** The latest instant at which a backup was to be made, epoch ms. */
export function latestTurn(now: number, at: string): number {
  const today = Date.parse(instantOf(saoPauloDay(now), at))
  return today <= now ? today : Date.parse(instantOf(saoPauloDay(now - DAY_MS), at))
}

/**
 * A server that was away at its hour makes the backup when it is back. Runs of the future, by a clock that was ahead, are
 * none: docs/rules.md#clock
 */
async function isDue({ store: { db }, config, now }: BackupContext): Promise<boolean> {
  const turn = latestTurn(now(), config.backup.at)
  const runs = db
    .selectFrom('backup_runs')
    .where('scheduled', '=', true)
    .where('began_at', '<=', new Date(now() + TOLERANCE_MS).toISOString())
  const good = await runs
    .select('id')
    .where('problem', 'is', null)
    .where('began_at', '>=', new Date(turn).toISOString())
    .executeTakeFirst()
  if (good !== undefined) return false
  const failed = await runs
    .select('id')
    .where('problem', 'is not', null)
    .where('ended_at', '>', new Date(now() - AGAIN_MS).toISOString())
    .executeTakeFirst()
  return failed === undefined
}

/**
 * Does nothing while another server has the turn. The lock is held by a connection of its own, outside of a transaction; the
 * embedded database has one connection and one server.
 */
async function inTurn({ db, kind }: Pick<Store, 'db' | 'kind'>, work: () => Promise<void>): Promise<void> {
  if (kind === 'pglite') return work()
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      taken: boolean
    }>`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`.execute(connection)
    if (rows[0]?.taken !== true) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${BACKUP_LOCK})`.execute(connection)
    }
  })
}

/** No other process writes a scheduled backup while this one has the turn. */
const removeOwnParts = (dir: string, { now, clock }: BackupContext) =>
  removeParts(dir, { nowMs: clock.isTrusted() ? now() : null, ownTurn: true })

/** Removes expired backups, and what killed processes left. No backup is removed while the clock is not trusted. */
async function tidy(dir: string, context: BackupContext): Promise<void> {
  const { config, now, clock } = context
  const names = clock.isTrusted() ? expired(await readdir(dir), config.backup.keep, now()) : []
  for (const name of names) await rm(join(dir, name), { force: true })
  await removeOwnParts(dir, context)
}

/** Removes what this server left when it was killed. Does nothing where there is no folder yet. */
export async function tidyAtStart(context: BackupContext, dir: string): Promise<void> {
  await inTurn(context.store, () =>
    removeOwnParts(dir, context).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw new TargetFailed(error)
    }),
  )
}

/** Makes the backup if it is due, and removes old ones after it. Returns null where none was due. */
export async function backUpIfDue(
  context: BackupContext,
  dir: string,
  stop: AbortSignal,
): Promise<Made | null> {
  if (!(await isDue(context))) return null
  const { store, integrations, now, config } = context
  let made: Made | null = null
  await inTurn(store, async () => {
    // Another server may have ended it while this one asked.
    if (!(await isDue(context))) return
    const source = { store, files: integrations.files }
    const asked = { dir, key: config.backup.key, scheduled: true, ownDir: dir, stop, now }
    made = await recordedBackup(source, asked)
    await ofTarget(tidy(dir, context))
  })
  return made
}

/** Looks each minute, and says what it has made. Returns a function that breaks a running backup off and waits for its end. */
export function keepBackingUp(context: BackupContext, say: Say, watch: LoopWatch): () => Promise<void> {
  const { dir } = context.config.backup
  if (dir === null) return () => Promise.resolve()
  let isTidy = false
  const look = async (stop: AbortSignal) => {
    if (!isTidy) {
      isTidy = true
      await tidyAtStart(context, dir).catch(watch.warn)
    }
    const made = await backUpIfDue(context, dir, stop)
    if (made !== null) say(madeSentence(made, dir))
    await inTurn(context.store, () => checkIfDue(context, dir, stop))
  }
  return keepLooking(MINUTE_MS, look, watch)
}
