/** Who wrote and has no lead: kept for 90 days, for whoever may make one of it. docs/rules.md#whatsapp-strangers */
import { sql } from 'kysely'
import type { Stranger } from '../../src/contract/whatsapp.ts'
import { isManagement } from '../../src/domain/permissions/roles.ts'
import { keysOf } from '../../src/domain/record/parts.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { STRANGER_FIELDS } from '../../src/domain/whatsapp/stranger-fields.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

const KEPT_MS = 90 * DAY_MS
const MOST_SHOWN = 500

interface Written {
  readonly phoneNumberId: string
  /** null: only the name of the person came. */
  readonly number: string | null
  readonly bsuid: string | null
  readonly name: string
  readonly at: string
}

/** Counts the message. In any order the row ends the same. */
export async function countStranger(
  tx: Tx,
  { phoneNumberId, number, bsuid, name, at }: Written,
): Promise<void> {
  const knownBy = number ?? bsuid
  if (knownBy === null) return
  await tx
    .insertInto('whatsapp_strangers')
    .values({ phone_number_id: phoneNumberId, known_by: knownBy, number, name, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict.columns(['phone_number_id', 'known_by']).doUpdateSet({
        messages: sql`whatsapp_strangers.messages + 1`,
        name: sql`case when excluded.last_at >= whatsapp_strangers.last_at and excluded.name <> ''
          then excluded.name else whatsapp_strangers.name end`,
        first_at: sql`least(whatsapp_strangers.first_at, excluded.first_at)`,
        last_at: sql`greatest(whatsapp_strangers.last_at, excluded.last_at)`,
      }),
    )
    .execute()
}

/** The numbers whose conversations the user sees: management all, others their own. */
const ownNumbers = (user: SessionUser) =>
  isManagement(roleOf(user)) ? sql<boolean>`true` : sql<boolean>`n.user_id = ${user.id}`

/** The latest first. A number that is a client's meanwhile is left out. */
export async function readStrangers(db: Reader, user: SessionUser, nowMs: number): Promise<Stranger[]> {
  const since = new Date(nowMs - KEPT_MS).toISOString()
  const isClients = (column: 'cellphone' | 'phone') => sql<boolean>`exists (
    select 1
    from clients c
    where ${sql.ref(`c.${column}`)} <> ''
      and client_phone_key(${sql.ref(`c.${column}`)}) = client_phone_key(s.number))`
  const { rows } = await sql<Stranger>`
    select s.id, ${sql.join(keysOf(STRANGER_FIELDS).map((name) => sql.ref(`s.${name}`)))},
      n.display_number as own_number,
      (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = n.user_id) as owner
    from whatsapp_strangers s
    join whatsapp_numbers n on n.phone_number_id = s.phone_number_id
    where s.ignored_at is null and s.last_at >= ${since} and ${ownNumbers(user)}
      and (s.number is null or not (${isClients('cellphone')} or ${isClients('phone')}))
    order by s.last_at desc, s.id desc
    limit ${MOST_SHOWN}`.execute(db)
  return rows
}

/** Returns false where there is none that the user sees. Ignored again, it is no failure. */
export async function ignoreStranger(
  { store: { db }, now }: Pick<AppContext, 'store' | 'now'>,
  user: SessionUser,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    update whatsapp_strangers s
    set ignored_at = coalesce(s.ignored_at, ${new Date(now()).toISOString()})
    from whatsapp_numbers n
    where s.id = ${id} and n.phone_number_id = s.phone_number_id and ${ownNumbers(user)}
    returning s.id`.execute(db)
  return rows.length > 0
}

/** Events that came long ago, and conversations without a lead. */
export async function pruneWhatsApp({
  store: { db },
  now,
}: Pick<AppContext, 'store' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now() - ms).toISOString()
  await db.deleteFrom('whatsapp_strangers').where('last_at', '<', before(KEPT_MS)).execute()
  await db
    .deleteFrom('whatsapp_people')
    .where('seen_at', '<', before(2 * 365 * DAY_MS))
    .execute()
  // The keys of what was done stay as long as Meta sends anything again, which is a week.
  await db
    .deleteFrom('whatsapp_events')
    .where('state', 'in', ['done', 'failed'])
    .where('received_at', '<', before(30 * DAY_MS))
    .execute()
  await db
    .updateTable('whatsapp_events')
    .set({ state: 'done', payload: null })
    .where('state', '=', 'early')
    .where('received_at', '<', before(2 * DAY_MS))
    .execute()
}
