/**
 * Forgets what no device can ask for any more: tombstones, settled commands, calls asked of the phone system and
 * ended sessions, all after 90 days. Uploaded files that no lead has taken go after a week, look-ups of clients after
 * a year. A cursor older than the tombstones kept gets a reset; no device repeats a command after so long.
 */

import { sql } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../app-context.ts'
import { forgetOrphans } from '../queries/uploaded-files.ts'
import { pruneSessions } from '../session/tokens.ts'

export const KEEP_DAYS = 90
const EVERY_MS = 6 * 3_600_000
/**
 * A device sends the command right after its file; one that is held back for longer is told that the file did not
 * arrive.
 */
const KEEP_ORPHANS_DAYS = 7

const oldestKept = (context: AppContext) => new Date(context.now() - KEEP_DAYS * DAY_MS).toISOString()

/** Remembers the newest version that is forgotten, so that the pull knows which cursors no longer hold. */
export async function pruneTombstones(context: AppContext): Promise<void> {
  const before = oldestKept(context)
  await context.store.db.transaction().execute(async (tx) => {
    await sql`
      with gone as (delete from tombstones where created_at < ${before} returning version)
      update sync_epoch set oldest_tombstone = greatest(oldest_tombstone, (select max(version) from gone))
      where exists (select 1 from gone)`.execute(tx)
  })
}

async function pruneCommandLog(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('command_log').where('received_at', '<', oldestKept(context)).execute()
}

/** By then the device has recorded the call, or never will. */
async function prunePlacedCalls(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('placed_calls').where('placed_at', '<', oldestKept(context)).execute()
}

/** Look-ups of clients are kept for whoever asks later who looked for whom. */
const KEEP_LOOK_UPS_DAYS = 365

async function pruneLookUps(context: AppContext): Promise<void> {
  const before = new Date(context.now() - KEEP_LOOK_UPS_DAYS * DAY_MS).toISOString()
  await context.store.db.deleteFrom('client_look_ups').where('at', '<', before).execute()
}

/** Files that no lead has taken, and what broken-off uploads left in the store. */
export async function sweepFiles(context: AppContext): Promise<void> {
  const { files } = context.integrations
  const { db } = context.store
  const beforeMs = context.now() - KEEP_ORPHANS_DAYS * DAY_MS
  for (const { path } of await forgetOrphans(db, new Date(beforeMs).toISOString())) await files.remove(path)
  for await (const { path, modifiedMs } of files.list()) {
    if (modifiedMs >= beforeMs) continue
    const known = db.selectFrom('uploaded_files').select('uid').where('path', '=', path)
    if ((await known.executeTakeFirst()) === undefined) await files.remove(path)
  }
}

/** Cleans now and every few hours; resolves its stop once what is under way has ended. */
export function keepHouse(context: AppContext, warn: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve()
  const clean = () => {
    running = running
      .then(() => pruneTombstones(context))
      .then(() => pruneCommandLog(context))
      .then(() => prunePlacedCalls(context))
      .then(() => pruneSessions(context))
      .then(() => pruneLookUps(context))
      .then(() => sweepFiles(context))
      .catch(warn)
  }
  clean()
  const timer = setInterval(clean, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
