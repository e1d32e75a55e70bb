/** Backups as they ended. The schedule is computed from them, and health reports them. */
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { TOLERANCE_MS } from '../base/clock/judge.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import { codeOf } from '../db/transient.ts'
import { type Made, makeBackup, type Source } from './make.ts'
import { removeParts } from './parts.ts'
import { BackupRefused, ofTarget, reasonOf, TargetFailed } from './refused.ts'

const KEEP_DAYS = 90

export interface BackupState {
  /** When the last good backup began, ISO 8601; null: none yet. */
  readonly last_success: string | null
  /** Its size. */
  readonly bytes: number | null
  /** When one failed, if that was later. */
  readonly last_failure: string | null
  /** Why, as a sentence. */
  readonly reason: string | null
}

const stateSchema = z.tuple([
  z.object({
    last_success: z.string().nullable(),
    bytes: z.coerce.number().nullable(),
    last_failure: z.string().nullable(),
    reason: z.string().nullable(),
  }),
])

/** Runs of the future, by a clock that was ahead, are none: docs/rules.md#clock */
const known = (nowMs: number) => `ended_at <= '${new Date(nowMs + TOLERANCE_MS).toISOString()}'`

/** Backups elsewhere are written with their path. A failure by hand was shown to the caller of the command. */
const OF_SCHEDULE = `(scheduled or (problem is null and file not like '%/%'))`

/**
 * What 'Saúde' shows. Where the server makes backups itself, only those and others in their folder count, else all. Rejects
 * when the database does not answer in time.
 */
export async function backupState(
  store: Pick<Store, 'ask'>,
  { isExpected, nowMs = wallNow() }: { readonly isExpected: boolean; readonly nowMs?: number },
): Promise<BackupState> {
  const counted = `${isExpected ? OF_SCHEDULE : 'true'} and ${known(nowMs)}`
  const rows = await store.ask(`
    select good.began_at as last_success, good.bytes, bad.ended_at as last_failure, bad.problem as reason
    from (select) one
    left join lateral (
      select began_at, ended_at, bytes from backup_runs where problem is null and ${counted} order by ended_at desc limit 1
    ) good on true
    left join lateral (
      select ended_at, problem from backup_runs where problem is not null and ${counted} order by ended_at desc limit 1
    ) bad on good.ended_at is null or bad.ended_at > good.ended_at`)
  return stateSchema.parse(rows)[0]
}

type Run = { readonly began: number; readonly ended: number; readonly scheduled: boolean } & (
  | { readonly made: Made }
  | { readonly problem: string }
)

async function record(db: Kysely<Database>, run: Run): Promise<void> {
  const [began_at, ended_at] = [new Date(run.began).toISOString(), new Date(run.ended).toISOString()]
  const outcome =
    'made' in run
      ? { file: run.made.file, bytes: run.made.bytes, problem: null }
      : { file: null, bytes: null, problem: run.problem }
  await db
    .insertInto('backup_runs')
    .values({ began_at, ended_at, scheduled: run.scheduled, ...outcome })
    .execute()
}

const NOT_THERE = 'não existe. Se ela está em outro disco, monte-o; senão, crie a pasta'

/** A folder that is made anew would be on the server's own disk while its own is not mounted. */
async function requireFolder(dir: string): Promise<void> {
  const found = await ofTarget(stat(dir)).catch((error: unknown) => {
    if (error instanceof TargetFailed && codeOf(error.cause) === 'ENOENT') return null
    throw error
  })
  if (found === null)
    throw new TargetFailed(new BackupRefused(`A pasta de BACKUP_DIR (${dir}) ${NOT_THERE}.`))
}

/** Deletes the runs of more than 90 days ago, and rehearsals. Keeps the last good ones by the schedule and by hand, however old. */
export async function pruneBackupRuns({
  store: { db },
  now,
}: {
  readonly store: Pick<Store, 'db'>
  readonly now: () => number
}): Promise<void> {
  const lastGood = db
    .selectFrom('backup_runs')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('problem', 'is', null)
    .groupBy('scheduled')
  await db
    .deleteFrom('backup_runs')
    .where('ended_at', '<', new Date(now() - KEEP_DAYS * DAY_MS).toISOString())
    .where('id', 'not in', lastGood)
    .execute()
  const lastCheck = db.selectFrom('backup_checks').select(({ fn }) => fn.max('id').as('id'))
  await db
    .deleteFrom('backup_checks')
    .where('checked_at', '<', new Date(now() - KEEP_DAYS * DAY_MS).toISOString())
    .where('id', '<>', lastCheck)
    .execute()
}

/** Makes a backup and records how it ended. A database that an earlier version left has no place for that. */
export async function recordedBackup(
  source: Source,
  {
    dir,
    key,
    scheduled,
    ownDir,
    stop,
    now = wallNow,
  }: {
    readonly dir: string
    readonly key: string | null
    readonly scheduled: boolean
    /** BACKUP_DIR */
    readonly ownDir: string | null
    readonly stop?: AbortSignal
    readonly now?: () => number
  },
): Promise<Made> {
  const { db } = source.store
  const began = now()
  const note = async (outcome: { readonly made: Made } | { readonly problem: string }) => {
    const tables = await db.introspection.getTables()
    if (tables.some(({ name }) => name === 'backup_runs'))
      await record(db, { began, ended: now(), scheduled, ...outcome })
  }
  const isElsewhere = ownDir === null || resolve(dir) !== resolve(ownDir)
  try {
    if (!isElsewhere) await requireFolder(dir)
    const asked = { dir, key, isByHand: !scheduled, now: began }
    const made = await makeBackup(source, { ...asked, ...(stop === undefined ? {} : { stop }) })
    // The schedule tidies its own folder.
    if (!scheduled) await ofTarget(removeParts(dir, { nowMs: began, ownTurn: false }))
    await note({ made: isElsewhere ? { ...made, file: join(resolve(dir), made.file) } : made })
    return made
  } catch (error) {
    if (stop?.aborted === true) throw error
    await note({ problem: reasonOf(error) }).catch((unnoted: unknown) => {
      throw new AggregateError([error, unnoted], reasonOf(error), { cause: error })
    })
    throw error
  }
}

/** `farol_backup_age_seconds`: infinite until the first backup of a server that makes them; missing without any. */
export function addBackupGauge(
  registry: Registry,
  store: Pick<Store, 'ask'>,
  { isExpected, now = wallNow }: { readonly isExpected: boolean; readonly now?: () => number },
): void {
  new Gauge({
    name: 'farol_backup_age_seconds',
    help: 'Time since the last good backup began; NaN while the database is silent',
    registers: [registry],
    async collect() {
      const state = await backupState(store, { isExpected, nowMs: now() }).catch(() => null)
      if (state === null) this.set(Number.NaN)
      else if (state.last_success !== null) this.set((now() - Date.parse(state.last_success)) / 1000)
      else if (isExpected) this.set(Number.POSITIVE_INFINITY)
      else this.remove()
    },
  })
}
