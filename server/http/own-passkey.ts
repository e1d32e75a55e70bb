/** A passkey in place of the own password: docs/rules.md#own-password */
import type { FastifyRequest } from 'fastify'
import type { Assertion } from '../../src/contract/webauthn.ts'
import type { AppContext } from '../context/app-context.ts'
import { refusedField } from '../context/errors.ts'
import { provedPasskey } from '../second-factor/passkeys.ts'
import { passkeyPlace } from './passkey-place.ts'

const WRONG_PASSKEY = 'A chave de acesso não conferiu. Tente de novo ou use a senha.'

/** Throws HttpError 422 unless it is one of the caller's own, proved for this session. */
export async function proveOwnPasskey(
  context: AppContext,
  request: FastifyRequest,
  passkey: Assertion,
): Promise<void> {
  const { id, user } = request.session
  const proved = await provedPasskey(context, passkeyPlace(context, request), passkey, `confirm ${id}`)
  if (proved?.id !== user.id) throw refusedField('passkey', WRONG_PASSKEY)
}
