/**
 * Deletes old data: tombstones, marks, command results, keys of creating calls, calls of the phone system, imports,
 * transfers, conversations with the
 * assistant, deliveries of webhooks and events of WhatsApp after 30 days, what automations did after 90, devices without contact, conversations without a lead, ended backups and ended sessions after 90 days, files without a lead and claims of pushed notices
 * after a week, look-ups of clients after a year. It also removes files that a crash left behind an erasure. A cursor
 * older than the kept tombstones gets a reset. No device repeats a command after 90 days.
 */

import { sql } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { removeErasedFiles } from '../administration/personal-data/erase.ts'
import { pruneAutomations } from '../automations/keep.ts'
import { pruneBackupRuns } from '../backup/runs.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { pruneDeviceKeys } from '../device-keys/device-keys.ts'
import { pruneDevices } from '../devices/devices.ts'
import { pruneHeld } from '../indication/held.ts'
import { pruneQuiverAnswers } from '../integrations/quiver/answers.ts'
import { prunePush } from '../push/due.ts'
import { forgetOrphans } from '../queries/uploaded-files.ts'
import { pruneFactors } from '../second-factor/steps.ts'
import { sumWrongCodes } from '../second-factor/wrong-codes.ts'
import { pruneSessions } from '../session/tokens.ts'
import { pruneWebhooks } from '../webhooks/waiting.ts'
import { pruneWhatsApp } from '../whatsapp/strangers.ts'

export const KEEP_DAYS = 90
const EVERY_MS = 6 * 3_600_000
/** A device sends the command right after its file. After this time the command is refused: the file is gone. */
const KEEP_ORPHANS_DAYS = 7

const oldestKept = (context: AppContext) => new Date(context.now() - KEEP_DAYS * DAY_MS).toISOString()

/** Stores the newest deleted version, so that the pull rejects older cursors. */
export async function pruneTombstones(context: AppContext): Promise<void> {
  const before = oldestKept(context)
  await context.store.db.transaction().execute(async (tx) => {
    await sql`
      with gone as (delete from tombstones where created_at < ${before} returning version)
      update sync_epoch set oldest_tombstone = greatest(oldest_tombstone, (select max(version) from gone))
      where exists (select 1 from gone)`.execute(tx)
  })
}

/** A cursor whose mark is deleted gets a reset. The newest mark stays, however long the server was away. */
export async function pruneMarks(context: AppContext): Promise<void> {
  await sql`
    delete from sync_marks
    where created_at < ${oldestKept(context)} and version < (select max(version) from sync_marks)`.execute(
    context.store.db,
  )
}

async function pruneCommandLog(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('command_log').where('received_at', '<', oldestKept(context)).execute()
}

async function pruneCreationLog(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('creation_log').where('created_at', '<', oldestKept(context)).execute()
}

/** After this time the device has recorded the call, or never will. */
async function prunePlacedCalls(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('placed_calls').where('placed_at', '<', oldestKept(context)).execute()
}

/** Look-ups are kept so that an operator can find out later who looked up a client. */
const KEEP_LOOK_UPS_DAYS = 365

async function pruneLookUps(context: AppContext): Promise<void> {
  const before = new Date(context.now() - KEEP_LOOK_UPS_DAYS * DAY_MS).toISOString()
  await context.store.db.deleteFrom('client_look_ups').where('at', '<', before).execute()
}

/** Mails and links: what was sent, failed or expired is no longer of use. */
async function pruneMails(context: AppContext): Promise<void> {
  const before = oldestKept(context)
  await context.store.db.deleteFrom('mails').where('created_at', '<', before).execute()
  await context.store.db.deleteFrom('password_verifications').where('expires_at', '<', before).execute()
}

/** No device repeats a command of a transferred lead later. */
async function pruneTransfers(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('lead_transfers').where('made_at', '<', oldestKept(context)).execute()
}

async function pruneImports(context: AppContext): Promise<void> {
  const { db } = context.store
  await db.deleteFrom('renewal_imports').where('ended_at', '<', oldestKept(context)).execute()
  await db.deleteFrom('imports').where('ended_at', '<', oldestKept(context)).execute()
}

/** Quiver's own sales stand in Quiver. */
const KEEP_QUIVER_DAYS = 30

async function pruneQuiver(context: AppContext): Promise<void> {
  const before = new Date(context.now() - KEEP_QUIVER_DAYS * DAY_MS).toISOString()
  await pruneQuiverAnswers(context.store.db, before)
}

async function pruneLimits(context: AppContext): Promise<void> {
  const now = new Date(context.now()).toISOString()
  await context.store.db.deleteFrom('rate_limits').where('ends_at', '<', now).execute()
}

/** Conversations may name people, and are not opened again after months. */
async function pruneChats(context: AppContext): Promise<void> {
  await context.store.db.deleteFrom('chat_history').where('created_at', '<', oldestKept(context)).execute()
}

/** Deletes files without a lead, and files of interrupted uploads in the store. */
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

/** Cleans now and every 6 hours. Returns a function that stops it and resolves when the running work has ended. */
export function keepHouse(context: AppContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(
    EVERY_MS,
    async () => {
      await pruneTombstones(context)
      await pruneMarks(context)
      await pruneCommandLog(context)
      await pruneCreationLog(context)
      await prunePlacedCalls(context)
      await pruneDevices(context)
      await pruneDeviceKeys(context)
      await pruneSessions(context)
      await pruneFactors(context)
      await sumWrongCodes(context)
      await pruneLookUps(context)
      await pruneHeld(context)
      await pruneMails(context)
      await pruneImports(context)
      await pruneTransfers(context)
      await pruneQuiver(context)
      await pruneLimits(context)
      await pruneChats(context)
      await prunePush(context)
      await pruneWebhooks(context)
      await pruneAutomations(context)
      await pruneWhatsApp(context)
      await pruneBackupRuns(context)
      await removeErasedFiles(context)
      await sweepFiles(context)
    },
    watch,
  )
}
