/** Adding and removing ways to unlock this device. Only who knows the password adds one. docs/rules.md#protected-devices */

import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import { isNotConfirmed } from '../../api/confirmation.ts'
import { devicePinRoute } from '../../contract/device-keys.ts'
import { confirmRoute } from '../../contract/session.ts'
import { newArgon } from '../../db/keyring/argon.ts'
import type { Keyring } from '../../db/keyring/keyring.ts'
import type { Bytes } from '../../db/keyring/wraps.ts'
import { pinProblem } from '../../domain/session/pin.ts'
import { tooManyTriesWords } from '../../domain/session/unlock-tries.ts'
import { deriveArgon2 } from '../../workers/argon2-bridge.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'
import { failureWords, online } from '../online.ts'
import { pinProof, withPasskey } from './open-keyring.ts'
import { makePrfPasskey } from './passkey-prf.ts'
import { tryPassword } from './password-try.ts'

export type AddOutcome =
  | { readonly kind: 'ok' }
  /** The sentence is for the user. `about`: the field that it is about. */
  | { readonly kind: 'not_done'; readonly message: string; readonly about?: 'password' | 'pin' }

/** Who closes the question for the password knows that nothing was done. */
export type DropOutcome = AddOutcome | { readonly kind: 'not_confirmed' }

const DONE = { kind: 'ok' } as const
const notDone = (message: string): AddOutcome => ({ kind: 'not_done', message })
const WRONG = 'Senha incorreta.'
const NO_KEYRING = 'A chave deste aparelho não foi encontrada. Saia do Farol e entre de novo.'

const write = (keyring: Keyring) => withKeyrings((keyrings) => keyrings.write(keyring))

async function withOpened(
  userId: number,
  password: string,
  act: (keyring: Keyring, dataKey: Bytes) => Promise<AddOutcome>,
): Promise<AddOutcome> {
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring === null) return notDone(NO_KEYRING)
  const tried = await tryPassword(keyring, password)
  if (tried.kind === 'open') return act(keyring, tried.dataKey)
  const message = tried.seconds > 0 ? tooManyTriesWords(tried.seconds) : WRONG
  return { kind: 'not_done', message, about: 'password' }
}

interface PasskeyUser {
  readonly id: number
  readonly login: string
  readonly name: string
}

export function addPasskey(user: PasskeyUser, password: string): Promise<AddOutcome> {
  return withOpened(user.id, password, async (keyring, dataKey) => {
    const made = await makePrfPasskey(user)
    if (made.kind === 'not_done') return made
    await write(await withPasskey(keyring, dataKey, made.secret))
    return DONE
  })
}

export async function dropPasskey(userId: number): Promise<DropOutcome> {
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring !== null) await write({ ...keyring, passkey: null })
  return DONE
}

/** The password that opened the keyring is the confirmation, too: nobody is asked for it twice. */
const storePin = (proof: string, password: string): Promise<CallResult<unknown>> =>
  online(async (token) => {
    const proved = await call(confirmRoute, { token, body: { own_password: password } })
    if (proved.kind !== 'ok') return proved
    const { confirmation } = proved.value.data
    return call(devicePinRoute, { token, confirmation, body: { pin_proof: proof } })
  })

const deletePin = (): Promise<CallResult<unknown>> =>
  online((token) => call(devicePinRoute, { token, body: { pin_proof: null } }))

export function setPin(userId: number, password: string, pin: string): Promise<AddOutcome> {
  const refusal = pinProblem(pin)
  if (refusal !== null) return Promise.resolve({ kind: 'not_done', message: refusal, about: 'pin' })
  return withOpened(userId, password, async (keyring) => {
    const argon = newArgon()
    const stored = await storePin(await pinProof(pin, argon, deriveArgon2), password)
    // The password was changed elsewhere: the earlier one opens this device still.
    const refused = stored.kind === 'refused' ? stored.body.errors?.own_password?.[0] : undefined
    if (refused !== undefined) return { kind: 'not_done', message: refused, about: 'password' }
    const problem = failureWords(stored, 'criar o PIN', 'o PIN foi criado')
    if (problem !== null) return notDone(problem)
    await write({ ...keyring, pin: argon })
    return DONE
  })
}

export async function dropPin(userId: number): Promise<DropOutcome> {
  const deleted = await deletePin()
  if (isNotConfirmed(deleted)) return { kind: 'not_confirmed' }
  const problem = failureWords(deleted, 'remover o PIN', 'o PIN foi removido')
  if (problem !== null) return notDone(problem)
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring !== null) await write({ ...keyring, pin: null })
  return DONE
}
