/** Writes the dealerships, teams and users of the demo. */

import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Around } from './later-screens.ts'
import { COMPETITOR_BROKERS, TEAMS } from './people.ts'

/** `hash`: password hash of all users. */
export async function fillPeople(
  tx: Kysely<Database>,
  { users, partners, nowMs }: Around,
  hash: string,
): Promise<void> {
  const made = new Date(nowMs - 900 * DAY_MS).toISOString()
  await insertRows(tx, 'partners', partners)
  await insertRows(
    tx,
    'technical_teams',
    TEAMS.map(({ id, description }) => ({ id, description })),
  )
  await insertRows(
    tx,
    'technical_team_channels',
    TEAMS.flatMap(({ id, channels }) => channels.map((channel_id) => ({ team_id: id, channel_id }))),
  )
  await insertRows(tx, 'competitor_brokers', COMPETITOR_BROKERS)
  await insertRows(
    tx,
    'users',
    users.map(({ role: _role, partnerIds: _partners, ...user }) => ({
      ...user,
      verified_at: made,
      created_at: made,
    })),
  )
  await insertRows(
    tx,
    'user_roles',
    users.map(({ id, role }) => ({ user_id: id, role_id: role })),
  )
  await insertRows(
    tx,
    'user_partners',
    users.flatMap(({ id, partnerIds }) => partnerIds.map((partner_id) => ({ user_id: id, partner_id }))),
  )
  await insertRows(
    tx,
    'user_passwords',
    users.map(({ id }) => ({ user_id: id, hash })),
  )
}
