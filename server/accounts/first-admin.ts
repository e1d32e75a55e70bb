/** The first administrator of an installation: the command `admin:create`. */

import { fillReference } from '../db/reference-data.ts'
import type { Store } from '../db/store.ts'
import { hashPassword } from '../session/passwords.ts'

interface FirstAdmin {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Writes the reference data too: an empty database has no roles yet. Returns the user's number. */
export async function createAdmin(
  { db }: Pick<Store, 'db'>,
  { login, name, email, password }: FirstAdmin,
): Promise<number> {
  const hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    await fillReference(tx)
    const { id } = await tx
      .insertInto('users')
      .values({ login, name, email, verified_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_roles').values({ user_id: id, role_id: 1 }).execute()
    await tx.insertInto('user_passwords').values({ user_id: id, hash }).execute()
    return id
  })
}
