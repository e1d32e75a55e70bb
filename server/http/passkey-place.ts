/** Where a call's passkeys belong: the public address, else the one by which the caller came. docs/rules.md#passkeys */
import type { FastifyRequest } from 'fastify'
import { passkeyObstacle } from '../../src/domain/session/passkeys.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { refusedField } from '../context/refusal.ts'
import type { PasskeyPlace } from '../second-factor/passkeys.ts'

/** null: no passkey works there. A forged Host gains nothing: a passkey counts only at the name that it was made for. */
export function passkeyPlaceOrNull(context: AppContext, request: FastifyRequest): PasskeyPlace | null {
  const origin = originOf(context, request)
  return passkeyObstacle(new URL(origin)) === null ? { rpId: new URL(origin).hostname, origin } : null
}

/** Throws Refusal `rule` with the reason where no passkey works. */
export function passkeyPlace(context: AppContext, request: FastifyRequest): PasskeyPlace {
  const place = passkeyPlaceOrNull(context, request)
  if (place === null)
    throw refusedField('passkey', passkeyObstacle(new URL(originOf(context, request))) ?? '')
  return place
}
