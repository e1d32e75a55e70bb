/**
 * The log and limits of client look-ups. Each look-up is a row, and the limits count the rows. They thus hold across
 * restarts and server processes. Names, documents and contacts have
 * separate limits. docs/rules.md#quotas
 */

import { sql, type Transaction } from 'kysely'
import type { Client } from '../../src/domain/client/client.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../db/store.ts'

export const LOOK_UPS_A_DAY = 300
const A_MINUTE = { within: MINUTE_MS, most: 30 }
const A_DAY = { within: DAY_MS, most: LOOK_UPS_A_DAY }

export type LookUpKind = 'document' | 'name' | 'contact'

export type LookUp =
  | { readonly kind: 'found'; readonly clients: readonly Client[] }
  /** The limit is reached. The user may try again after `seconds`. */
  | { readonly kind: 'wait'; readonly seconds: number }

interface Asked {
  readonly userId: number
  readonly by: LookUpKind
  readonly nowMs: number
}

type Place = { readonly id: number } | { readonly waitMs: number }

/**
 * Records a look-up and returns its id, or returns the time in ms until the next one is allowed. Other look-ups of
 * the user wait until `tx` ends.
 */
async function takePlace(
  tx: Transaction<Database>,
  { userId, by, nowMs }: Asked,
  limits: readonly { readonly within: number; readonly most: number }[],
  found: readonly Client[] = [],
): Promise<Place> {
  await sql`select pg_advisory_xact_lock(hashtext(${`look-up by ${by} ${userId}`}))`.execute(tx)
  for (const { within, most } of limits) {
    const { rows } = await sql<{ at: string }>`
      select at
      from client_look_ups
      where user_id = ${userId}
        and kind = ${by}
        and at > ${new Date(nowMs - within).toISOString()}::timestamptz
      order by at desc
      offset ${most - 1}
      limit 1`.execute(tx)
    const [oldest] = rows
    if (oldest !== undefined) return { waitMs: Date.parse(oldest.at) + within - nowMs }
  }
  return tx
    .insertInto('client_look_ups')
    .values({
      user_id: userId,
      kind: by,
      found: found.map(({ uid }) => uid),
      at: new Date(nowMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Runs `find` unless the user has reached a limit, and records the clients that it found. */
export async function lookUpClients(
  { db }: Store,
  asked: Asked,
  find: () => Promise<readonly Client[]>,
): Promise<LookUp> {
  // The look-up is recorded before the search, so that concurrent look-ups can't pass the limit together.
  const place = await db.transaction().execute((tx) => takePlace(tx, asked, [A_MINUTE, A_DAY]))
  if ('waitMs' in place) return { kind: 'wait', seconds: Math.max(1, Math.ceil(place.waitMs / 1000)) }
  const clients = await find()
  if (clients.length > 0) {
    const found = clients.map(({ uid }) => uid)
    await db.updateTable('client_look_ups').set({ found }).where('id', '=', place.id).execute()
  }
  return { kind: 'found', clients }
}

/**
 * Records that the user joined a client outside its own to a lead by document, which counts as a look-up. Returns
 * false when the day's limit is reached. The limit of a minute does not apply: a device sends hours of offline work
 * at once.
 */
export async function recordJoin(
  tx: Transaction<Database>,
  known: Client,
  user: Pick<Asked, 'userId' | 'nowMs'>,
): Promise<boolean> {
  return 'id' in (await takePlace(tx, { ...user, by: 'document' }, [A_DAY], [known]))
}
