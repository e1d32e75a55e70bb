/** A user's role: who may give it, and what a change of it must leave. docs/rules.md#users */
import { sql } from 'kysely'
import { mayManageRole } from '../../src/domain/permissions/managed-users.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { forbidden, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { type Caller, demandOwnPassword } from '../session/caller.ts'

const LAST_ADMINISTRATOR = 'Este é o último administrador ativo'

/** Gives the user another role in place of the one that counts. */
export async function setFirstRole(tx: Tx, id: number, role: number): Promise<void> {
  await sql`
    with first as (
      select role_id, place from user_roles where user_id = ${id} order by place limit 1),
    gone as (
      delete from user_roles where user_id = ${id} and role_id in (select role_id from first))
    insert into user_roles (user_id, role_id, place)
    values (${id}, ${role}, coalesce((select place from first), 0))
    on conflict (user_id, role_id) do update set place = excluded.place`.execute(tx)
}

/** Throws Refusal `forbidden` unless the caller may give the role, and has proved the own password: a role is power. */
export function demandRole(caller: Caller, role: RoleId): void {
  if (!mayManageRole(caller.user, role)) throw forbidden()
  demandOwnPassword(caller)
}

/** Throws Refusal `rule` if the change leaves no active administrator. */
export async function keepAnAdministrator(tx: Tx): Promise<void> {
  // Everybody who takes an administrator's power waits here for the others, and then sees what they did.
  await sql`select id from roles where id = 1 for no key update`.execute(tx)
  const { rows } = await sql`
    select 1
    from users u
    join user_roles r on r.user_id = u.id
    where r.role_id = 1
      and u.status = 1
    limit 1`.execute(tx)
  if (rows.length === 0) throw refusedField('status', LAST_ADMINISTRATOR)
}
