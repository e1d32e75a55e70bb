/** Who administers the Farol that takes an import: they stay, and sign in as before. docs/rules.md#export-of-everything */
import { sql } from 'kysely'
import { isAdministration } from '../../src/domain/permissions/roles.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { Tx } from '../db/database.ts'
import { ImportRefused } from './verify-export.ts'

interface Administrator {
  readonly name: string
  readonly login: string
  readonly email: string
  readonly phone: string
  readonly hash: string
}

const NOBODY =
  'Este Farol não tem administrador, e ninguém poderia entrar depois. Crie um antes: npm run admin:create. Nada foi importado.'

const notOne = (login: string) =>
  new ImportRefused(
    `No arquivo, o login ou o e-mail de ${login} é de um usuário que não é administrador. Nada foi importado. Crie com ` +
      'npm run admin:create um administrador com outro login e outro e-mail, e inative este.',
  )

/** The active administrators with a password. Throws an ImportRefused where there is none. */
export async function presentAdministrators(tx: Tx): Promise<readonly Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.name, u.login, u.email, u.phone, p.hash
    from users u
    join user_passwords p on p.user_id = u.id
    where u.status = 1
      and (select role_id from user_roles where user_id = u.id order by place limit 1) = 1
    order by u.id`.execute(tx)
  if (rows.length === 0) throw new ImportRefused(NOBODY)
  return rows
}

interface Match {
  readonly id: number
  readonly role: number | null
}

/** The imported user with the same login, else with the same e-mail. */
async function matchOf(tx: Tx, { login, email }: Administrator): Promise<Match | null> {
  const { rows } = await sql<Match>`
    select u.id, (select role_id from user_roles where user_id = u.id order by place limit 1) as role
    from users u
    where lower(u.login) = lower(${login}) or (u.email <> '' and lower(u.email) = lower(${email}))
    order by (lower(u.login) = lower(${login})) desc
    limit 1`.execute(tx)
  return rows[0] ?? null
}

async function addedUser(tx: Tx, { name, login, email, phone }: Administrator): Promise<number> {
  const verified_at = new Date(wallNow()).toISOString()
  const { id } = await tx
    .insertInto('users')
    .values({ name, login, email, phone, verified_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('user_roles').values({ user_id: id, role_id: 1 }).execute()
  return id
}

/** Each keeps the password: as the imported user of that login or e-mail, else as a user of its own. */
export async function placeAdministrators(tx: Tx, administrators: readonly Administrator[]): Promise<void> {
  for (const administrator of administrators) {
    const match = await matchOf(tx, administrator)
    if (match !== null && !isAdministration(match.role)) throw notOne(administrator.login)
    const id = match?.id ?? (await addedUser(tx, administrator))
    await tx.updateTable('users').set({ status: 1 }).where('id', '=', id).execute()
    await tx
      .insertInto('user_passwords')
      .values({ user_id: id, hash: administrator.hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
