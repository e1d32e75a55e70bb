/** Who may be given a lead, by the rule of `src/domain/lead/assignable-broker.ts`. docs/rules.md#assignable-brokers */

import { type RawBuilder, sql } from 'kysely'
import { type AssignedBy, type Away, assignmentRefusal } from '../../src/domain/lead/assignable-broker.ts'
import { BROKERS, STAFF } from '../../src/domain/permissions/roles.ts'
import { refusedField } from '../context/refusal.ts'
import type { Reader } from './lead-row.ts'
import { rolesSql } from './roles-sql.ts'

/**
 * Whether the user `u` ever entered, or could ask for a password. Without a confirmed address only a user of an earlier
 * version has a password.
 */
export const signsInSql = sql<boolean>`(
  u.verified_at is not null or exists (select 1 from user_passwords p where p.user_id = u.id))`

/** The leave of the user `u` that runs, as JSON. docs/rules.md#absences */
export const awaySql = sql<Away | null>`(
  select json_build_object('to_day', a.to_day, 'substitute', s.name)
  from absences a
  left join users s on s.id = a.substitute_id
  where a.user_id = u.id and a.state = 'running'
  limit 1)`

export interface Asked {
  readonly by?: AssignedBy
  /** Who is on leave counts, too: what is asked for lasts longer, or gives back what was theirs. */
  readonly absentToo?: boolean
}

const AT_WORK = sql`not exists (select 1 from absences a where a.user_id = u.id and a.state = 'running')`

/** A query of the ids of all whom `by` may give leads. */
export const assignableBrokersSql = ({
  by = 'farol',
  absentToo = false,
}: Asked = {}): RawBuilder<unknown> => sql`(
  select u.id
  from users u
  join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) r on true
  where u.status = 1
    and r.role_id in ${rolesSql(by === 'hand' ? STAFF : BROKERS)}
    and ${signsInSql}
    and ${absentToo ? sql`true` : AT_WORK})`

/**
 * A query of (asked, broker): for each whom `assignableBrokersSql` has with those on leave, who gets a lead in their place:
 * themselves, or their substitute. Who is on leave without a substitute is not in it.
 */
export const actingBrokersSql = sql`(
  select b.id as asked, coalesce(a.substitute_id, b.id) as broker
  from ${assignableBrokersSql({ absentToo: true })} b
  left join absences a on a.user_id = b.id and a.state = 'running'
  where coalesce(a.substitute_id, b.id) in ${assignableBrokersSql()})`

/**
 * Returns why the user is given no lead, or null: then that holds until the end of this transaction. A deactivation that
 * has begun is waited for, and a later one waits and then sees the lead.
 */
export async function brokerRefusal(
  db: Reader,
  id: number,
  { by = 'farol', absentToo = false }: Asked = {},
): Promise<string | null> {
  await sql`select id from users where id = ${id} for key share`.execute(db)
  const { rows } = await sql<{ active: boolean; role_id: number; signs_in: boolean; away: Away | null }>`
    select u.status = 1 as active, r.role_id, ${signsInSql} as signs_in,
      ${absentToo ? sql`null::json` : awaySql} as away
    from users u
    join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) r on true
    where u.id = ${id}`.execute(db)
  return assignmentRefusal(rows[0], by)
}

/** Throws Refusal `rule` unless Farol may give the user leads. */
export async function requireAssignable(db: Reader, id: number, asked: Asked = {}): Promise<void> {
  const refusal = await brokerRefusal(db, id, asked)
  if (refusal !== null) throw refusedField('broker_id', refusal)
}

/** Whether the user may be given a lead by the end of this transaction. */
export const assignableBroker = async (db: Reader, id: number, asked: Asked = {}): Promise<boolean> =>
  (await brokerRefusal(db, id, asked)) === null

/**
 * As `assignableBroker`, for all at once: a user who may be given leads now still may at the end of this transaction.
 */
export async function lockAssignable(db: Reader): Promise<void> {
  await sql`select id from users where id in ${assignableBrokersSql()} order by id for key share`.execute(db)
}
