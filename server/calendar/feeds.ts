/** Addresses of users' calendars: made, changed, renewed and ended. docs/rules.md#calendar */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CalendarFeed } from '../../src/contract/calendar.ts'
import { CALENDAR_KINDS, type CalendarChoices } from '../../src/domain/calendar/choices.ts'
import { secretHash } from '../base/same-secret.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'

/** More than the devices and programs of one person. */
export const MOST_FEEDS = 5

/** What its user has chosen for an address. */
export const CHOICE_COLUMNS = ['name', ...CALENDAR_KINDS, 'names', 'alarm'] as const
const FEED_COLUMNS = ['id', ...CHOICE_COLUMNS, 'created_at', 'last_used_at'] as const

/** A feed with its secret, which cannot be read again. */
export interface MadeFeed {
  readonly feed: CalendarFeed
  readonly key: string
}

const newKey = () => randomBytes(32).toString('base64url')

interface Actor {
  readonly id: number
}

/** The user's addresses, the newest first. */
export const feedsOf = (db: Reader, userId: number): Promise<CalendarFeed[]> =>
  db
    .selectFrom('calendar_feeds')
    .select(FEED_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export async function countFeeds(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('calendar_feeds')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const TOO_MANY = `São no máximo ${MOST_FEEDS} endereços. Encerre um que não usa.`

/** Throws Refusal `conflict` beyond MOST_FEEDS. */
export async function makeFeed(tx: Tx, user: Actor, choices: CalendarChoices): Promise<MadeFeed> {
  // Two at once count one after the other.
  await tx.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
  if ((await countFeeds(tx, user.id)) >= MOST_FEEDS) throw new Refusal('conflict', TOO_MANY)
  const key = newKey()
  const feed = await tx
    .insertInto('calendar_feeds')
    .values({ id: randomUUID(), user_id: user.id, key_hash: secretHash(key), ...choices })
    .returning(FEED_COLUMNS)
    .executeTakeFirstOrThrow()
  await audit(tx, {
    user,
    action: 'create',
    entity: 'calendar_feeds',
    id: feed.id,
    before: null,
    after: choices,
  })
  return { feed, key }
}

const KEY_GONE = 'O endereço criado antes já foi usado ou encerrado. Confira a lista.'

/**
 * Gives an address whose answer was lost another secret: the first one was never seen. Throws Refusal `conflict` where it was used
 * or ended since.
 */
export async function remakeFeed(tx: Tx, user: Actor, id: string): Promise<MadeFeed> {
  const key = newKey()
  const feed = await tx
    .updateTable('calendar_feeds')
    .set({ key_hash: secretHash(key) })
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .where('last_used_at', 'is', null)
    .returning(FEED_COLUMNS)
    .executeTakeFirst()
  if (feed === undefined) throw new Refusal('conflict', KEY_GONE)
  return { feed, key }
}

/** The user's own address. Throws Refusal `not_found` for any other. */
async function ownFeed(tx: Tx, user: Actor, id: string) {
  const found = await tx
    .selectFrom('calendar_feeds')
    .select(CHOICE_COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

/** Throws Refusal `not_found` for what is not the user's own. */
export async function changeFeed(
  tx: Tx,
  user: Actor,
  { id, choices }: { readonly id: string; readonly choices: CalendarChoices },
): Promise<CalendarFeed> {
  const before = await ownFeed(tx, user, id)
  const feed = await tx
    .updateTable('calendar_feeds')
    .set(choices)
    .where('id', '=', id)
    .returning(FEED_COLUMNS)
    .executeTakeFirstOrThrow()
  await audit(tx, { user, action: 'update', entity: 'calendar_feeds', id, before, after: choices })
  return feed
}

/** Gives the address another secret: the earlier one ends at once. Throws Refusal `not_found` for what is not the user's own. */
export async function renewFeed(tx: Tx, user: Actor, id: string): Promise<MadeFeed> {
  const { name } = await ownFeed(tx, user, id)
  const key = newKey()
  const feed = await tx
    .updateTable('calendar_feeds')
    .set({ key_hash: secretHash(key), created_at: sql`now()`, last_used_at: null })
    .where('id', '=', id)
    .returning(FEED_COLUMNS)
    .executeTakeFirstOrThrow()
  const after = { name, new_address: true }
  await audit(tx, { user, action: 'update', entity: 'calendar_feeds', id, before: { name }, after })
  return { feed, key }
}

/** Throws Refusal `not_found` for what is not the user's own. */
export async function endFeed(tx: Tx, user: Actor, id: string): Promise<void> {
  const before = await ownFeed(tx, user, id)
  await tx.deleteFrom('calendar_feeds').where('id', '=', id).execute()
  await audit(tx, { user, action: 'delete', entity: 'calendar_feeds', id, before, after: null })
}

/** Ends all addresses of a user, by the user or by somebody else. Returns how many. */
export async function endFeedsOf(tx: Tx, actor: Actor, userId: number): Promise<number> {
  const ended = await tx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of ended) {
    const before = { user_id: userId, name }
    await audit(tx, { user: actor, action: 'delete', entity: 'calendar_feeds', id, before, after: null })
  }
  return ended.length
}
