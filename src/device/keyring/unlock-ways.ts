/** Adding and removing ways to unlock this device. Only who knows the password adds one. docs/rules.md#protected-devices */

import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import { devicePinRoute } from '../../contract/device-keys.ts'
import { tooManyTriesWords } from '../../domain/session/unlock-tries.ts'
import { newArgon } from '../../store/keyring/argon.ts'
import type { Keyring } from '../../store/keyring/keyring.ts'
import type { Bytes } from '../../store/keyring/wraps.ts'
import { deriveArgon2 } from '../../workers/argon2-bridge.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'
import { failureWords, online } from '../online.ts'
import { pinProof, withPasskey } from './open-keyring.ts'
import { makePrfPasskey } from './passkey-prf.ts'
import { tryPassword } from './password-try.ts'

/** The sentence is for the user. */
export type AddOutcome = { readonly kind: 'ok' } | { readonly kind: 'not_done'; readonly message: string }

const DONE: AddOutcome = { kind: 'ok' }
const notDone = (message: string): AddOutcome => ({ kind: 'not_done', message })
const WRONG = 'Senha incorreta.'
const NO_KEYRING = 'A chave deste aparelho não foi encontrada. Saia do Farol e entre de novo.'
const PIN_FORM = 'O PIN tem 6 números.'

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
  return notDone(tried.seconds > 0 ? tooManyTriesWords(tried.seconds) : WRONG)
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

export async function dropPasskey(userId: number): Promise<AddOutcome> {
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring !== null) await write({ ...keyring, passkey: null })
  return DONE
}

const storePin = (proof: string | null): Promise<CallResult<unknown>> =>
  online((token) => call(devicePinRoute, { token, body: { pin_proof: proof } }))

export function setPin(userId: number, password: string, pin: string): Promise<AddOutcome> {
  if (!/^\d{6}$/.test(pin)) return Promise.resolve(notDone(PIN_FORM))
  return withOpened(userId, password, async (keyring) => {
    const argon = newArgon()
    const problem = failureWords(await storePin(await pinProof(pin, argon, deriveArgon2)), 'criar o PIN')
    if (problem !== null) return notDone(problem)
    await write({ ...keyring, pin: argon })
    return DONE
  })
}

export async function dropPin(userId: number): Promise<AddOutcome> {
  const problem = failureWords(await storePin(null), 'remover o PIN')
  if (problem !== null) return notDone(problem)
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring !== null) await write({ ...keyring, pin: null })
  return DONE
}
