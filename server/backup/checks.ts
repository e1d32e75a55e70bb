/**
 * Once a week the server proves its newest backup: a process of its own restores it into a scratch database, which takes
 * memory and time that those who work must not miss. docs/operations.md#back-up-and-restore
 */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { mayOpen } from '../base/backup-key.ts'
import { TOLERANCE_MS } from '../base/clock/judge.ts'
import { roomOf } from '../base/free-space.ts'
import type { AppContext } from '../context/app-context.ts'
import { instantOfName } from './retention.ts'

type CheckContext = Pick<AppContext, 'store' | 'config' | 'now' | 'clock'>

const EVERY_MS = 7 * DAY_MS
/** After a failure. */
const AGAIN_MS = DAY_MS

/** What `npm run backup -- --verify FILE --json` answers. */
export const checkedSchema = z.union([
  z.object({ rows: z.number(), tables: z.number(), files: z.number() }),
  z.object({ problem: z.string() }),
])
type Checked = z.infer<typeof checkedSchema>

const BROKEN = 'O ensaio de restauração parou antes de terminar. Veja se falta memória ou espaço em DATA_DIR.'

const NO_ROOM =
  'Falta espaço em DATA_DIR para o ensaio de restauração, que precisa de duas vezes o tamanho do banco.'
const sizeSchema = z.tuple([z.object({ bytes: z.coerce.number() })])

/** A rehearsal must not fill the disk of those who work. */
async function hasRoom({ store, config }: CheckContext): Promise<boolean> {
  const room = await roomOf(config.dataDir)
  const [{ bytes }] = sizeSchema.parse(
    await store.ask('select pg_database_size(current_database())::text as bytes'),
  )
  return room === null || room.free > 2 * bytes + LEFT_FREE
}

/** Bytes. */
const LEFT_FREE = 1024 ** 3

const COMMAND = join(import.meta.dirname, '../backup.ts')

/** Resolves with null where the stop came first. */
async function inOwnProcess(
  file: string,
  { config }: CheckContext,
  stop: AbortSignal,
): Promise<Checked | null> {
  const child = spawn(process.execPath, [COMMAND, '--verify', file, '--json'], {
    env: { ...process.env, DATA_DIR: config.dataDir, BACKUP_KEY: config.backup.key ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const end = () => child.kill('SIGKILL')
  stop.addEventListener('abort', end, { once: true })
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  try {
    const [said] = await Promise.all([text(child.stdout), closed])
    if (stop.aborted) return null
    if (said.trim() === '') return { problem: BROKEN }
    return checkedSchema.parse(JSON.parse(said))
  } finally {
    stop.removeEventListener('abort', end)
  }
}

async function isDue({ store: { db }, now }: CheckContext): Promise<boolean> {
  const last = await db
    .selectFrom('backup_checks')
    .select(['checked_at', 'problem'])
    .where('checked_at', '<=', new Date(now() + TOLERANCE_MS).toISOString())
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return true
  return now() - Date.parse(last.checked_at) >= (last.problem === null ? EVERY_MS : AGAIN_MS)
}

/** The newest backup of the folder by the schedule; null: none. */
async function newest(dir: string, nowMs: number): Promise<string | null> {
  const names = (await readdir(dir)).flatMap((name) => {
    const ms = instantOfName(name)
    return ms === null || ms > nowMs + TOLERANCE_MS ? [] : [{ name, ms }]
  })
  return names.toSorted((one, other) => other.ms - one.ms)[0]?.name ?? null
}

/**
 * Proves the newest backup if a week has passed, and records how it ended. A server that has only the public half of a key can't
 * open its backups.
 */
export async function checkIfDue(context: CheckContext, dir: string, stop: AbortSignal): Promise<void> {
  const { store, config, now, clock } = context
  if (!clock.isTrusted() || !mayOpen(config.backup.key) || !(await isDue(context))) return
  const name = await newest(dir, now())
  if (name === null) return
  const checked = (await hasRoom(context))
    ? await inOwnProcess(join(dir, name), context, stop)
    : { problem: NO_ROOM }
  if (checked === null) return
  const outcome =
    'problem' in checked
      ? { rows: null, files: null, problem: checked.problem }
      : { rows: checked.rows, files: checked.files, problem: null }
  await store.db
    .insertInto('backup_checks')
    .values({ checked_at: new Date(now()).toISOString(), file: name, ...outcome })
    .execute()
}
