/** The address of a CEP: from this device first, then from the server. A form never waits for it. */
import { call } from '../api/call.ts'
import { cepRoute } from '../contract/cep.ts'
import { type CepAnswer, keepCep, knownCep } from '../db/mirror/cep-answers.ts'
import { openMirror } from '../db/open.ts'
import { readSession } from '../db/session/device-session.ts'

export type CepOutcome =
  | { readonly kind: 'found'; readonly answer: CepAnswer }
  | { readonly kind: 'none' }
  /** No connection, service or answer: the user types the address. */
  | { readonly kind: 'unknown' }

/** Why no address was filled in. */
export const NO_ADDRESS_WORDS = {
  none: 'CEP não encontrado: confira ou preencha o endereço.',
  unknown: 'Sem resposta para este CEP agora: preencha o endereço.',
} as const

export async function findAddress(userId: number, cep: string): Promise<CepOutcome> {
  const db = openMirror(userId)
  const known = await knownCep(db, cep)
  if (known !== undefined) return { kind: 'found', answer: known }
  const session = await readSession()
  if (session === undefined || session.expired || !navigator.onLine) return { kind: 'unknown' }
  const result = await call(cepRoute, { token: session.token, body: { cep } })
  if (result.kind !== 'ok') return { kind: 'unknown' }
  const { items } = result.value.data
  if (items === null) return { kind: 'none' }
  const answer = { ...items, cep }
  await keepCep(db, answer)
  return { kind: 'found', answer }
}
