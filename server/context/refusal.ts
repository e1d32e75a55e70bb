/** What the server refuses, by its code. `server/wire` makes the answer of it. docs/rules.md#errors-of-the-api */
import type { ErrorBody, ErrorCode } from '../../src/contract/errors.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import { NOT_ALLOWED } from '../../src/domain/permissions/actions.ts'
import { CONFIRM_WITH_PASSWORD } from '../../src/domain/session/confirmation.ts'

export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly code: ErrorCode
  readonly body: ErrorBody
  constructor(
    code: ErrorCode,
    message: string,
    errors?: Record<string, string[]>,
    more: Pick<ErrorBody, 'statusError' | 'revoked' | 'made'> = {},
  ) {
    super(message)
    this.code = code
    this.body = { message, code, ...(errors === undefined ? {} : { errors }), ...more }
  }
}

export const notFound = () => new Refusal('not_found', 'Registro não encontrado.')
/** A rule refuses one field. The answer has the message twice: in `message` and in `errors`. */
export const refusedField = (field: string, message: string) =>
  new Refusal('rule', message, { [field]: [message] })
/** Invalid fields: `message` names them, `errors` has the messages of each. */
export const invalidFields = (errors: Record<string, string[]>) =>
  new Refusal('invalid', messageOfFields(errors), errors)
export const forbidden = () => new Refusal('forbidden', NOT_ALLOWED)
export const confirmationRequired = () =>
  new Refusal('confirmation_required', `${CONFIRM_WITH_PASSWORD} para continuar.`)
/** For a login or an address; the header `retry-after` is the caller's. */
export function tooManyAttempts(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minuto' : `${minutes} minutos`
  return new Refusal('too_many_attempts', `Muitas tentativas. Tente de novo em ${wait}.`)
}
export const notConfigured = (message: string) => new Refusal('not_configured', message)
export const unavailable = (message: string) => new Refusal('unavailable', message)
/** `revoked`: true makes the device delete its mirror. */
export const noSession = (revoked = false) =>
  new Refusal('session', 'Sua sessão expirou. Entre novamente.', undefined, revoked ? { revoked } : {})
