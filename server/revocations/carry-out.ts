/**
 * What an act of the file does to a database that does not know it. It gives no user, role or dealership back.
 * docs/rules.md#revocations
 */
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isAdministration, isManagement } from '../../src/domain/permissions/roles.ts'
import { roleIdSchema } from '../../src/domain/session/session-user.ts'
import type { Tx } from '../db/database.ts'
import { type About, aboutSchemas, isKind, type Kind, type Revocation } from '../db/revocations/lines.ts'

type Statement = RawBuilder<unknown>

const sameDigest = (digest: string) => sql`encode(sha256(convert_to(code_hash, 'UTF8')), 'hex') = ${digest}`
const sameDevice = ({ user_id, device_id }: About<'pin'>) =>
  sql`user_id = ${user_id} and device_id = ${device_id}`

/** The lower, the more it may. Others see their own referrals alone. */
function powerOf(role: number): number {
  const known = roleIdSchema.safeParse(role)
  if (!known.success) return 3
  if (isAdministration(known.data)) return 0
  return isManagement(known.data) ? 1 : known.data === 3 ? 2 : 3
}

/** A promotion is not carried out: the file gives nothing. */
const lowered = (roles: readonly number[], present: readonly number[]) => {
  const best = Math.min(...present.map(powerOf))
  return roles.filter((role) => present.includes(role) || powerOf(role) >= best)
}

async function narrowAccess(tx: Tx, about: About<'access'>): Promise<Statement[]> {
  const { user_id, status, roles, partners, all_partners, team_id } = about
  const { rows } = await sql<{ roles: number[] }>`
    select array_agg(role_id order by place)::int[] as roles from user_roles where user_id = ${user_id}`.execute(
    tx,
  )
  const present = rows[0]?.roles ?? []
  const kept = lowered(roles, present)
  const gone = present.filter((role) => !kept.includes(role))
  // A promoted user keeps the role of the backup.
  const isPromotion = kept.length === 0 && roles.length > 0
  return [
    ...(gone.length === 0 || isPromotion
      ? []
      : [
          sql`delete from user_roles where user_id = ${user_id} and role_id = any (${gone}::int[])`,
          sql`
            insert into user_roles (user_id, role_id, place)
            select u.id, r.id, r.place - 1 from users u, unnest(${kept}::int[]) with ordinality as r (id, place)
            where u.id = ${user_id} on conflict do nothing`,
        ]),
    sql`
      delete from user_partners
      where user_id = ${user_id} and not ${all_partners} and not partner_id = any (${partners}::int[])`,
    sql`
      update users set
        status = least(status, ${status}::smallint),
        active_all_dealerships = active_all_dealerships and ${all_partners},
        technical_team_id = case when technical_team_id = ${team_id}::int then technical_team_id
          else (select id from technical_teams where id = ${team_id}::int) end
      where id = ${user_id} and (
        status > ${status}::smallint
        or active_all_dealerships and not ${all_partners}
        or technical_team_id is distinct from ${team_id}::int)`,
  ]
}

type Act = (about: unknown, tx: Tx) => Statement[] | Promise<Statement[]>

const of =
  <Schema extends z.ZodType>(
    schema: Schema,
    act: (about: z.output<Schema>, tx: Tx) => Statement[] | Promise<Statement[]>,
  ): Act =>
  (about, tx) =>
    act(schema.parse(about), tx)

const ACTS: Readonly<Record<Kind, Act>> = {
  session: of(aboutSchemas.session, ({ id }) => [
    sql`update sessions set revoked_at = now() where id = ${id} and revoked_at is null`,
  ]),
  // The user asks for a new one, or an administrator sends a link.
  password: of(aboutSchemas.password, ({ user_id }) => [
    sql`delete from user_passwords where user_id = ${user_id}`,
  ]),
  // The earlier mailbox must not get a link.
  email: of(aboutSchemas.email, ({ id }) => [
    sql`update users set email = '' where id = ${id} and email <> ''`,
  ]),
  'account-link': of(aboutSchemas['account-link'], ({ digest }) => [
    sql`
      update password_verifications set expires_at = least(expires_at, now())
      where ${sameDigest(digest)} and used_at is null and expires_at > now()`,
  ]),
  passkey: of(aboutSchemas.passkey, ({ id }) => [sql`delete from passkeys where id = ${id}`]),
  'code-app': of(aboutSchemas['code-app'], ({ user_id }) => [
    sql`delete from code_apps where user_id = ${user_id}`,
  ]),
  'recovery-code': of(aboutSchemas['recovery-code'], ({ user_id, digest }) => [
    sql`delete from recovery_codes where user_id = ${user_id} and ${sameDigest(digest)}`,
  ]),
  remembered: of(aboutSchemas.remembered, (device) => [
    sql`delete from remembered_devices where ${sameDevice(device)}`,
  ]),
  'device-keys': of(aboutSchemas['device-keys'], (device) => [
    sql`delete from device_keys where ${sameDevice(device)}`,
  ]),
  half: of(aboutSchemas.half, (device) => [
    sql`
      update device_keys set sealed_half = null, pin_hash = null
      where ${sameDevice(device)} and sealed_half is not null`,
  ]),
  pin: of(aboutSchemas.pin, (device) => [
    sql`update device_keys set pin_hash = null where ${sameDevice(device)} and pin_hash is not null`,
  ]),
  erase: of(aboutSchemas.erase, ({ user_id, device_id, requested_at, by }) => [
    sql`
      insert into devices as d (user_id, device_id, erase_requested_at, erase_requested_by)
      select u.id, ${device_id}, ${requested_at}::timestamptz, (select id from users where id = ${by}::int)
      from users u where u.id = ${user_id}
      on conflict (user_id, device_id) do update set
        erase_requested_at = excluded.erase_requested_at, erase_requested_by = excluded.erase_requested_by,
        erase_received_at = null, erase_confirmed_at = null
      where d.erase_requested_at is null or d.erase_confirmed_at is not null`,
  ]),
  erased: of(aboutSchemas.erased, (device) => [
    sql`
      update devices set erase_confirmed_at = now()
      where ${sameDevice(device)} and erase_requested_at is not null and erase_confirmed_at is null`,
  ]),
  'partner-key': of(aboutSchemas['partner-key'], ({ id }) => [
    sql`update partner_keys set revoked_at = now() where id = ${id} and revoked_at is null`,
  ]),
  // The next use makes another.
  'indication-link': of(aboutSchemas['indication-link'], ({ user_id }) => [
    sql`delete from indication_links where user_id = ${user_id}`,
  ]),
  // A renewed address keeps its row: the backup has the earlier secret.
  'calendar-feed': of(aboutSchemas['calendar-feed'], ({ id }) => [
    sql`delete from calendar_feeds where id = ${id}`,
  ]),
  access: of(aboutSchemas.access, (about, tx) => narrowAccess(tx, about)),
  partner: of(aboutSchemas.partner, ({ partner_id, active }) => [
    sql`update partners set active = false where id = ${partner_id} and active and not ${active}`,
  ]),
  team: of(aboutSchemas.team, ({ team_id, channels }) => [
    sql`
      delete from technical_team_channels
      where team_id = ${team_id} and not channel_id = any (${channels}::int[])`,
  ]),
}

const keyOf = (...parts: readonly unknown[]) => JSON.stringify(parts)

/** Of these only the last one counts: access may have been given back, and an erased device used again. */
const lastOf = ({ kind, about }: Revocation): string | null => {
  if (kind === 'erase' || kind === 'erased') return keyOf('erase', about.user_id, about.device_id)
  if (kind === 'access') return keyOf(kind, about.user_id)
  if (kind === 'partner') return keyOf(kind, about.partner_id)
  return kind === 'team' ? keyOf(kind, about.team_id) : null
}

/** Without those that a later one replaces. */
export function inForce(revocations: readonly Revocation[]): Revocation[] {
  const last = new Map(revocations.map((each) => [lastOf(each), each]))
  return revocations.filter((each) => lastOf(each) === null || last.get(lastOf(each)) === each)
}

/** Returns whether it took something away. A kind that this version does not know takes nothing. */
export async function carryOut(tx: Tx, { kind, about }: Revocation): Promise<boolean> {
  if (!isKind(kind)) return false
  let changed = 0n
  for (const statement of await ACTS[kind](about, tx))
    changed += (await statement.execute(tx)).numAffectedRows ?? 0n
  return changed > 0n
}

export interface Ended {
  readonly sessions: number
  readonly halves: number
  readonly pins: number
  readonly remembered: number
  readonly calendarFeeds: number
}

/** Ends what would otherwise open the database to whoever lost access after the backup. */
export async function endEverything(tx: Tx): Promise<Ended> {
  const count = async (statement: Statement) => Number((await statement.execute(tx)).numAffectedRows ?? 0n)
  const sessions = await count(sql`update sessions set revoked_at = now() where revoked_at is null`)
  const pins = await count(sql`update device_keys set pin_hash = null where pin_hash is not null`)
  const halves = await count(sql`update device_keys set sealed_half = null where sealed_half is not null`)
  const remembered = await count(sql`delete from remembered_devices`)
  const calendarFeeds = await count(sql`delete from calendar_feeds`)
  return { sessions, halves, pins, remembered, calendarFeeds }
}

/** A sign-in or a confirmation that was under way: it may have been used up since. */
export async function endWhatWaits(tx: Tx): Promise<void> {
  for (const table of ['sign_in_steps', 'passkey_challenges', 'session_confirmations'])
    await sql`delete from ${sql.table(table)}`.execute(tx)
}
