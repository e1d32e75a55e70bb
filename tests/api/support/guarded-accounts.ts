/** What opens an account or takes power over it, as the database has it: docs/rules.md#own-password */
import { sql } from 'kysely'
import type { Store } from '../../../server/db/store.ts'
import { confirmRoute } from '../../../src/contract/session.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import type { Device } from './server.ts'

/** E-mail, phone, status, roles, team, password, factors, keys of devices, links and live sessions of the users. */
export async function accountsOf({ db }: Pick<Store, 'db'>, ids: readonly number[]): Promise<unknown> {
  const { rows } = await sql`
    select u.id, u.email, u.phone, u.status, u.technical_team_id, u.verified_at is not null as verified,
      (select json_agg(json_build_array(k.device_id, k.secret_hash, k.pin_hash) order by k.device_id)
        from device_keys k where k.user_id = u.id) as keys,
      (select json_agg(p.id order by p.id) from passkeys p where p.user_id = u.id) as passkeys,
      (select c.confirmed_at from code_apps c where c.user_id = u.id) as app,
      (select json_agg(r.role_id order by r.place) from user_roles r where r.user_id = u.id) as roles,
      (select p.hash || coalesce(p.ended_at::text, '') from user_passwords p where p.user_id = u.id) as password,
      (select json_agg(json_build_array(v.code_hash, v.purpose, v.used_at, v.expires_at) order by v.code_hash)
        from password_verifications v where v.user_id = u.id) as links,
      (select json_agg(s.id order by s.id) from sessions s
        where s.user_id = u.id and s.revoked_at is null) as sessions
    from users u
    where u.id = any(${ids}::int[])
    order by u.id`.execute(db)
  return rows
}

/** The header of a tab that has just confirmed with this password. */
export async function confirmedHeader(device: Device, own_password: string): Promise<Record<string, string>> {
  const { body } = await device.call('POST', '/sessions/confirm', { own_password })
  return { [CONFIRMATION_HEADER]: confirmRoute.answer.parse(body).data.confirmation }
}
