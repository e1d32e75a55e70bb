/** Creates and changes users: docs/rules.md#users. Every change is in the audit, in its own transaction. */
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { ManagedUser, newUserBodySchema, UserBody } from '../../src/contract/administration/users.ts'
import { mayManageRole } from '../../src/domain/permissions/managed-users.ts'
import { isAdministration, isStaff } from '../../src/domain/permissions/roles.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { inviteUser, requestEmailChange } from '../accounts/invitation.ts'
import { endLinks } from '../accounts/links.ts'
import { managedUser } from '../accounts/managed-user.ts'
import type { AppContext } from '../app-context.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { forbidden, refusedField } from '../http/errors.ts'
import { readUser } from '../queries/managed-users.ts'
import { noteEndings } from '../session/tokens.ts'
import { audit } from './audit.ts'

type Tx = Transaction<Database>
type NewUserBody = z.output<typeof newUserBodySchema>

const LOGIN_TAKEN = 'Já existe um usuário com este login'
const OWN_STATUS = 'Você não pode desativar o seu próprio usuário'
const OWN_ROLE = 'Você não pode mudar o seu próprio perfil de acesso'
const LAST_ADMINISTRATOR = 'Este é o último administrador ativo'
const UNKNOWN = 'Valor desconhecido'

/** Staff belongs to the brokerage's own channel. */
const OWN_CHANNEL = 1

const columnsOf = (body: UserBody) => ({
  name: body.name,
  phone: body.phone,
  status: body.status,
  work_start: body.work_start,
  observation: body.observation,
  active_all_dealerships: body.active_all_dealerships,
  renovator_hierarchical_group: body.renovator_hierarchical_group,
  channel_id: isStaff(body.role) ? OWN_CHANNEL : (body.channel_id ?? OWN_CHANNEL),
  technical_team_id: isStaff(body.role) ? body.technical_team_id : null,
})

/** Throws HttpError 422 for a channel, team or dealership that does not exist. */
async function checkReferences(tx: Tx, { channel_id, technical_team_id, partners }: UserBody): Promise<void> {
  const { rows } = await sql<{ field: string }>`
    select 'channel_id' as field where ${channel_id}::int is not null
      and not exists (select 1 from channels where id = ${channel_id})
    union all
    select 'technical_team_id' where ${technical_team_id}::int is not null
      and not exists (select 1 from technical_teams where id = ${technical_team_id})
    union all
    select 'partners' where exists (
      select 1 from unnest(${partners}::int[]) as p (id) where not exists (select 1 from partners where partners.id = p.id))
  `.execute(tx)
  const [wrong] = rows
  if (wrong !== undefined) throw refusedField(wrong.field, UNKNOWN)
}

async function writeBelongings(tx: Tx, id: number, { role, partners, active_all_dealerships }: UserBody) {
  // The role that counts is the first one. Further roles of the user stay.
  await sql`
    with first as (
      select role_id, place from user_roles where user_id = ${id} order by place limit 1),
    gone as (
      delete from user_roles where user_id = ${id} and role_id in (select role_id from first) and role_id <> ${role})
    insert into user_roles (user_id, role_id, place)
    values (${id}, ${role}, coalesce((select place from first), 0))
    on conflict (user_id, role_id) do update set place = excluded.place`.execute(tx)
  const own = active_all_dealerships ? [] : [...new Set(partners)]
  await tx.deleteFrom('user_partners').where('user_id', '=', id).execute()
  if (own.length > 0)
    await insertRows(
      tx,
      'user_partners',
      own.map((partner_id) => ({ user_id: id, partner_id })),
    )
}

async function written(tx: Tx, id: number): Promise<ManagedUser> {
  const row = await readUser(tx, id)
  if (row === null) throw new Error(`user ${id} was written and is not there`)
  return row
}

/** Creates the user, invites it, and returns it. Throws HttpError. */
export async function createUser(
  tx: Tx,
  context: AppContext,
  actor: SessionUser,
  body: NewUserBody,
): Promise<ManagedUser> {
  if (!mayManageRole(actor, body.role)) throw forbidden()
  await checkReferences(tx, body)
  const { email, login } = body
  const created = await tx
    .insertInto('users')
    .values({ ...columnsOf(body), email, login })
    .onConflict((conflict) => conflict.expression(sql`lower(login)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created === undefined) throw refusedField('login', LOGIN_TAKEN)
  const { id } = created
  await writeBelongings(tx, id, body)
  if (body.status === 1) await inviteUser(tx, context, { id, name: body.name, login, email })
  const after = await written(tx, id)
  await audit(tx, { user: actor, action: 'create', entity: 'users', id, before: null, after })
  return after
}

export interface UpdatedUser {
  readonly user: ManagedUser
  readonly emailWaits: boolean
  /** Call it after the commit. */
  readonly noteEnded: () => void
}

/** Changes the user. Of two administrators who would leave none, one is refused. Throws HttpError. */
export async function updateUser(
  tx: Tx,
  context: AppContext,
  actor: SessionUser,
  id: number,
  body: UserBody,
): Promise<UpdatedUser> {
  // Everybody who changes an administrator waits here for the others.
  await sql`select u.id from users u join user_roles r on r.user_id = u.id where r.role_id = 1 order by u.id for update of u`.execute(
    tx,
  )
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const known = await managedUser(tx, actor, id)
  if (!mayManageRole(actor, body.role)) throw forbidden()
  if (id === actor.id && body.status !== 1) throw refusedField('status', OWN_STATUS)
  if (id === actor.id && body.role !== known.role) throw refusedField('role', OWN_ROLE)
  await checkReferences(tx, body)
  const before = await written(tx, id)
  await tx.updateTable('users').set(columnsOf(body)).where('id', '=', id).execute()
  await writeBelongings(tx, id, body)
  if (isAdministration(known.role)) await keepAnAdministrator(tx)
  const emailWaits = await changeEmail(tx, context, known, body)
  const ended = body.status === 1 ? [] : await endSessions(tx, context, id)
  const after = await written(tx, id)
  await audit(tx, { user: actor, action: 'update', entity: 'users', id, before, after })
  return { user: after, emailWaits, noteEnded: () => noteEndings(context, id, ended, 'deactivated') }
}

async function keepAnAdministrator(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select 1
    from users u
    join user_roles r on r.user_id = u.id
    where r.role_id = 1
      and u.status = 1
    limit 1`.execute(tx)
  if (rows.length === 0) throw refusedField('status', LAST_ADMINISTRATOR)
}

/** A confirmed address changes once the new one is confirmed; an unconfirmed one at once, with a new invitation if active. */
async function changeEmail(
  tx: Tx,
  context: AppContext,
  known: Awaited<ReturnType<typeof managedUser>>,
  { email, name, status }: UserBody,
): Promise<boolean> {
  if (email === known.email) return false
  const { id, login } = known
  if (known.verified_at !== null) {
    await requestEmailChange(tx, context, { id, name, login }, email)
    return true
  }
  await tx.updateTable('users').set({ email }).where('id', '=', id).execute()
  await endLinks(tx, context.now(), { userId: id, purposes: ['verify', 'redefine', 'email'] })
  if (status === 1) await inviteUser(tx, context, { id, name, login, email })
  return false
}

async function endSessions(tx: Tx, context: AppContext, userId: number) {
  return tx
    .updateTable('sessions')
    .set({ revoked_at: new Date(context.now()).toISOString() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
}
