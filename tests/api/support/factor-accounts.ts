/** A user who signs in with a password and, where there is one, a second factor. */

import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { addPasskeyRoute, passkeyOptionsRoute } from '../../../src/contract/passkeys.ts'
import { secondFactorRoute } from '../../../src/contract/second-factor.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { CODE_SECONDS } from '../../../src/domain/session/second-factor.ts'
import { Authenticator } from './authenticator.ts'
import { cheapHash } from './cheap-hash.ts'
import type { TestStore } from './databases.ts'
import type { Answer, Device, TestServer } from './server.ts'

export const PASSWORD = 'Uma-Frase-Longa-4711'

/** Where the API tests call from, as a browser would name it. */
export const ORIGIN = 'http://localhost'

export async function withoutFactors({ db }: TestStore): Promise<void> {
  await sql`
    delete from code_apps; delete from recovery_codes; delete from factor_tries; delete from remembered_devices; delete from sign_in_steps;
    delete from passkeys; delete from passkey_challenges; delete from second_factor_terms; delete from mails;
    delete from settings where key = 'second_factor_days';`.execute(db)
}

/** Gives the user the password and an address. Returns the login. */
export async function withPassword({ db }: TestStore, id: number): Promise<string> {
  const hash = await cheapHash(PASSWORD)
  await db.insertInto('user_passwords').values({ user_id: id, hash }).execute()
  const { login } = await db
    .updateTable('users')
    .set({ email: `pessoa-${id}@exemplo.com.br` })
    .where('id', '=', id)
    .returning('login')
    .executeTakeFirstOrThrow()
  return login
}

export const codeOf = ({ context }: TestServer, secret: string, stepsAhead = 0): string =>
  new TOTP({ secret, digits: 6, period: CODE_SECONDS }).generate({
    timestamp: context.now() + stepsAhead * CODE_SECONDS * 1000,
  })

export const signedIn = ({ body }: Answer) => loginRoute.answer.parse(body).data
export const factorState = async (device: Device) =>
  secondFactorRoute.answer.parse((await device.call('GET', '/second-factor')).body)

/** Makes a passkey by a device that has confirmed. Returns the authenticator and the recovery codes. */
export async function withPasskey(device: Device, name = 'Celular') {
  const { data } = passkeyOptionsRoute.answer.parse((await device.call('POST', '/passkeys/options')).body)
  const authenticator = new Authenticator(ORIGIN)
  const added = await device.call('POST', '/passkeys', { name, passkey: authenticator.make(data) })
  const { recovery_codes: codes } = addPasskeyRoute.answer.parse(added.body)
  return { authenticator, codes: codes ?? [] }
}
