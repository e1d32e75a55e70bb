/** Creates and changes users: docs/rules.md#users. Every change is in the audit, in its own transaction. */

import { sql } from 'kysely'
import type { z } from 'zod'
import type { ManagedUser, newUserBodySchema, UserBody } from '../../src/contract/administration/users.ts'
import type { transferDoneSchema } from '../../src/contract/transfers.ts'
import { isDeparture } from '../../src/domain/lead/transfer.ts'
import type { Mailed } from '../../src/domain/mail/mailed.ts'
import { mayManageRole } from '../../src/domain/permissions/managed-users.ts'
import { isAdministration, isStaff } from '../../src/domain/permissions/roles.ts'
import { picked } from '../../src/domain/record/parts.ts'
import { isActive } from '../../src/domain/session/active.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { USER_FIELD_NAMES } from '../../src/domain/session/user-fields.ts'
import { endAbsencesOf } from '../absences/absences.ts'
import { inviteUser, requestEmailChange } from '../accounts/invitation.ts'
import { managedUser } from '../accounts/managed-user.ts'
import { demandRole, keepAnAdministrator, setFirstRole } from '../accounts/roles.ts'
import { emailTaken, isEmailTaken, takeEmail } from '../accounts/user-email.ts'
import { endFeedsOf } from '../calendar/feeds.ts'
import type { AppContext } from '../context/app-context.ts'
import type { CallContext } from '../context/origin.ts'
import { forbidden, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { demandSharedTablets } from '../device-keys/shared-tablets.ts'
import { addressChangedLetter } from '../mail/letters.ts'
import { mailedTo, sendsMail } from '../mail/mailed.ts'
import { queueMail } from '../mail/queue.ts'
import { readUser } from '../queries/managed-users.ts'
import { audit } from '../records/audit.ts'
import { requireRevision } from '../records/revision.ts'
import { lockList } from '../records/unique.ts'
import { userRevision } from '../records/user-revision.ts'
import { type Caller, demandOwnPassword } from '../session/caller.ts'
import { endLinks } from '../session/links.ts'
import { noteEndings } from '../session/tokens.ts'
import { depart } from '../transfers/departure.ts'

type Departed = z.output<typeof transferDoneSchema>
type NewUserBody = z.output<typeof newUserBodySchema>

const LOGIN_TAKEN = 'Já existe um usuário com este login'
const OWN_STATUS = 'Você não pode desativar o seu próprio usuário'
const OWN_ROLE = 'Você não pode mudar o seu próprio perfil'
const UNKNOWN = 'Valor desconhecido'
const STAYS = 'Este usuário não sai com esta alteração'

/** Staff belongs to the brokerage's own channel. */
const OWN_CHANNEL = 1

const columnsOf = (body: UserBody) => ({
  ...picked(body, USER_FIELD_NAMES),
  channel_id: isStaff(body.role) ? OWN_CHANNEL : (body.channel_id ?? OWN_CHANNEL),
  technical_team_id: isStaff(body.role) ? body.technical_team_id : null,
})

/** Throws Refusal `rule` for a channel, team or dealership that does not exist. */
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

/** Writes what differs alone: a written role or partner makes the user's devices pull their scope anew. */
async function writeBelongings(
  tx: Tx,
  { id, roles, partners: had }: Pick<ManagedUser, 'id' | 'roles' | 'partners'>,
  { role, partners, active_all_dealerships }: UserBody,
): Promise<void> {
  // The role that counts is the first one. Further roles of the user stay.
  if (roles[0]?.id !== role) await setFirstRole(tx, id, role)
  const wanted = new Set(active_all_dealerships ? [] : partners)
  const known = new Set(had.map((partner) => partner.id))
  const gone = [...known].filter((partner) => !wanted.has(partner))
  const added = [...wanted].filter((partner) => !known.has(partner))
  if (gone.length > 0)
    await tx.deleteFrom('user_partners').where('user_id', '=', id).where('partner_id', 'in', gone).execute()
  if (added.length > 0)
    await insertRows(
      tx,
      'user_partners',
      added.map((partner_id) => ({ user_id: id, partner_id })),
    )
}

async function written(tx: Tx, context: AppContext, id: number): Promise<ManagedUser> {
  const row = await readUser(tx, context.now(), id)
  if (row === null) throw new Error(`user ${id} was written and is not there`)
  return row
}

async function isLoginTaken(tx: Tx, login: string): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(login)`, '=', sql`lower(${login})`)
    .executeTakeFirst()
  return found !== undefined
}

/** Creates the user, invites it, and returns it with what becomes of the invitation. Throws Refusal. */
export async function createUser(
  tx: Tx,
  context: CallContext,
  caller: Caller,
  body: NewUserBody,
): Promise<ManagedUser & { readonly mail: Mailed | null }> {
  const actor = caller.user
  demandRole(caller, body.role)
  demandSharedTablets(actor, false, body.shared_tablet)
  await checkReferences(tx, body)
  const { email, login } = body
  const created = await tx
    .insertInto('users')
    .values({ ...columnsOf(body), email, login })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created === undefined)
    throw (await isLoginTaken(tx, login)) ? refusedField('login', LOGIN_TAKEN) : emailTaken()
  const { id } = created
  await writeBelongings(tx, { id, roles: [], partners: [] }, body)
  const mail = isActive(body) ? await inviteUser(tx, context, { id, name: body.name, login, email }) : null
  const after = await written(tx, context, id)
  await audit(tx, { user: actor, action: 'create', entity: 'users', id, before: null, after })
  return { ...after, mail }
}

/**
 * Answers for a user whom the caller has made before. A link that was not received is made anew, since only its hash is
 * kept; a mail on its way is not sent twice. Throws Refusal.
 */
export async function createdBefore(
  tx: Tx,
  context: CallContext,
  { user: actor }: Caller,
  id: number,
): Promise<ManagedUser & { readonly mail: Mailed | null }> {
  const { status, verified_at, ...invited } = await managedUser(tx, actor, id)
  const waits = isActive({ status }) && verified_at === null
  const mail = !waits
    ? null
    : sendsMail(context)
      ? mailedTo(context, { recipient: invited.email, link: null })
      : await inviteUser(tx, context, invited)
  return { ...(await written(tx, context, id)), mail }
}

export interface UpdatedUser {
  readonly user: ManagedUser
  readonly emailWaits: boolean
  /** What becomes of the mail that the change sends; null: it sends none. */
  readonly mail: Mailed | null
  /** What became of the leads of a user who leaves; null: nothing was asked. */
  readonly departed: Departed | null
  /** Call it after the commit. */
  readonly noteEnded: () => void
}

/** Whether the change touches what opens the account or gives it power. The present address withdraws one that waits. */
function opensAccount(
  before: ManagedUser,
  { email, phone, role, status, technical_team_id: team }: UserBody,
): boolean {
  return (
    email !== (before.waiting_email ?? before.email) ||
    phone !== before.phone ||
    status !== before.status ||
    role !== before.roles[0]?.id ||
    (isStaff(role) ? team : null) !== (before.technical_team?.id ?? null)
  )
}

/** Changes the user. Of two administrators who would leave none, one is refused. Throws Refusal. */
export async function updateUser(
  tx: Tx,
  context: CallContext,
  caller: Caller,
  id: number,
  body: UserBody,
): Promise<UpdatedUser> {
  const actor = caller.user
  // A rule's save locks its list and then the broker: here, too, so that neither waits for the other.
  if (body.departure !== undefined) await lockList(tx, 'lead_broker_config')
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const known = await managedUser(tx, actor, id)
  if (!mayManageRole(actor, body.role)) throw forbidden()
  const before = await written(tx, context, id)
  requireRevision(body.revision, userRevision(before), 'este usuário')
  if (id === actor.id && !isActive(body)) throw refusedField('status', OWN_STATUS)
  if (id === actor.id && body.role !== known.role) throw refusedField('role', OWN_ROLE)
  if (body.role !== known.role) demandRole(caller, body.role)
  if (opensAccount(before, body)) demandOwnPassword(caller)
  demandSharedTablets(actor, before.shared_tablet, body.shared_tablet)
  await checkReferences(tx, body)
  await tx.updateTable('users').set(columnsOf(body)).where('id', '=', id).execute()
  await writeBelongings(tx, before, body)
  const changesPower = body.role !== known.role || body.status !== known.status
  if (isAdministration(known.role) && changesPower) await keepAnAdministrator(tx)
  const email = await changeEmail(tx, context, { ...known, waitingEmail: before.waiting_email }, body)
  const begins = !isActive(known) && !(await hasAccount(tx, known))
  const invitation =
    isActive(body) && (email.isTaken || begins)
      ? await inviteUser(tx, context, {
          ...known,
          name: body.name,
          email: email.isTaken ? body.email : known.email,
        })
      : null
  const ended = isActive(body) ? [] : await endSessions(tx, context, id)
  if (!isActive(body)) await endFeedsOf(tx, actor, id)
  if (isDeparture(known, body)) await endAbsencesOf(tx, { actor, nowMs: context.now() }, id)
  const after = await written(tx, context, id)
  await audit(tx, { user: actor, action: 'update', entity: 'users', id, before, after })
  const departed = await carryDeparture(tx, context, { actor, known, before, after, body })
  return {
    user: after,
    departed,
    emailWaits: after.email !== body.email,
    mail: invitation ?? email.mail,
    noteEnded: () => noteEndings(context, id, ended, 'deactivated'),
  }
}

interface Change {
  readonly actor: Caller['user']
  readonly known: { readonly id: number; readonly status: number; readonly role: RoleId }
  readonly before: ManagedUser
  readonly after: ManagedUser
  readonly body: UserBody
}

async function carryDeparture(
  tx: Tx,
  context: CallContext,
  { actor, known, before, after, body }: Change,
): Promise<Departed | null> {
  if (body.departure === undefined) return null
  if (!isDeparture(known, body)) throw refusedField('departure', STAYS)
  return depart(tx, body.departure, {
    userId: known.id,
    actorId: actor.id,
    nowMs: context.now(),
    account: {
      revision: userRevision(after),
      status: known.status,
      role: known.role,
      channel_id: before.channel_id,
      technical_team_id: before.technical_team?.id ?? null,
    },
  })
}

interface EmailChange {
  readonly isTaken: boolean
  /** To an address that waits for its link. */
  readonly mail: Mailed | null
}

const UNCHANGED: EmailChange = { isTaken: false, mail: null }

/**
 * A confirmed address changes once the new one is confirmed, an unconfirmed one at once (`isTaken`). The present
 * address withdraws the one that waits.
 */
async function changeEmail(
  tx: Tx,
  context: CallContext,
  known: Awaited<ReturnType<typeof managedUser>> & { readonly waitingEmail: string | null },
  { email, name, role: newRole }: UserBody,
): Promise<EmailChange> {
  if (email === known.waitingEmail) return UNCHANGED
  const { id, login } = known
  // A user who becomes or was an administrator gets an administrator's mails.
  const role = isAdministration(newRole) ? newRole : known.role
  if (email === known.email) {
    await endLinks(tx, context.now(), { userId: id, purposes: ['email'] })
    return UNCHANGED
  }
  if (await isEmailTaken(tx, email, id)) throw emailTaken()
  if (known.verified_at !== null) {
    return { isTaken: false, mail: await requestEmailChange(tx, context, { ...known, name, role }, email) }
  }
  await takeEmail(tx, id, { email })
  await endLinks(tx, context.now(), { userId: id, purposes: ['verify', 'redefine', 'email'] })
  if (isAdministration(role))
    await queueMail(tx, {
      userId: id,
      purpose: 'email_changed',
      recipient: known.email,
      letter: addressChangedLetter({ name, login }, email),
      nowMs: context.now(),
    })
  return { isTaken: true, mail: null }
}

/**
 * Whether the user has confirmed an address or has a password. A user with neither can't sign in without an invitation.
 */
async function hasAccount(
  tx: Tx,
  { id, verified_at }: Awaited<ReturnType<typeof managedUser>>,
): Promise<boolean> {
  if (verified_at !== null) return true
  const password = await tx
    .selectFrom('user_passwords')
    .select('user_id')
    .where('user_id', '=', id)
    .executeTakeFirst()
  return password !== undefined
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
