/** What a user arranged on its screens: docs/rules.md#screen-settings */
import { type Kysely, sql } from 'kysely'
import { joinedSetting, type SettingsScreen } from '../../src/domain/session/screen-settings.ts'
import type { Database } from '../db/database.ts'
import type { Reader } from './lead-row.ts'

interface StoredSetting {
  readonly value: unknown
  /** ISO 8601; null: never arranged. */
  readonly changed_at: string | null
}

export async function readScreenSetting(
  db: Reader,
  userId: number,
  screen: SettingsScreen,
): Promise<StoredSetting> {
  const row = await db
    .selectFrom('screen_settings')
    .select(['value', 'changed_at'])
    .where('user_id', '=', userId)
    .where('screen', '=', screen)
    .executeTakeFirst()
  return row === undefined
    ? { value: null, changed_at: null }
    : { value: row.value, changed_at: new Date(row.changed_at).toISOString() }
}

/** The later change wins, in whatever order they arrive. */
export async function writeScreenSetting(
  db: Reader,
  userId: number,
  screen: SettingsScreen,
  { value, changedAt }: { readonly value: unknown; readonly changedAt: string },
): Promise<void> {
  const row = { value: JSON.stringify(value), changed_at: changedAt }
  await db
    .insertInto('screen_settings')
    .values({ user_id: userId, screen, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'screen'])
        .doUpdateSet(row)
        .where('screen_settings.changed_at', '<=', changedAt),
    )
    .execute()
}

/**
 * Joins the value with the stored one, even if the stored one is later. Calls for the same user and screen wait for
 * each other.
 */
export async function joinScreenSetting(
  db: Kysely<Database>,
  { userId, screen }: { readonly userId: number; readonly screen: SettingsScreen },
  { value, changedAt }: { readonly value: unknown; readonly changedAt: string },
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`screen-settings:${userId}:${screen}`}))`.execute(tx)
    const stored = await readScreenSetting(tx, userId, screen)
    const later = [stored.changed_at ?? changedAt, changedAt].toSorted().at(-1) ?? changedAt
    await writeScreenSetting(tx, userId, screen, {
      value: joinedSetting(stored.value, value, nowMs),
      changedAt: later,
    })
  })
}
