/** The errors of a call by status and code: the errors that follow from its declaration, and the errors of its text. */
import type { RouteSpec } from '../../../src/contract/route.ts'
import { ACTIONS } from '../../../src/domain/permissions/actions.ts'
import { EVERYONE } from '../../../src/domain/permissions/roles.ts'
import type { ErrorText, OperationText } from './operation.ts'

const INVALID = 'O pedido não cabe no formato descrito. `errors` tem as frases por campo.'
const SESSION = 'Falta o token, ou a sessão terminou. Só este 401 termina uma sessão.'
const FORBIDDEN = 'O seu perfil não pode fazer isso.'
const UNFIT =
  'Os campos não cabem (`errors` tem as frases por campo), ou a Idempotency-Key não serve ou já foi de outro pedido.'
const FOREIGN_KEY = 'O seu perfil não pode fazer isso, ou a Idempotency-Key é do pedido de outra pessoa.'
const MADE_AND_GONE = 'O registro que a mesma Idempotency-Key criou foi removido.'
const ANOTHER_BODY = 'A Idempotency-Key já criou um registro com outro conteúdo; `made` tem o número dele.'
const CONFIRM = 'Falta a confirmação com a própria senha, ou ela venceu.'
const MISSING = 'O registro não existe, ou não é visível para você.'
const TOO_LARGE = 'O conteúdo enviado é grande demais.'
const MEDIA_TYPE = 'O conteúdo não veio com o tipo descrito.'
const FAILED = 'Houve um problema no servidor. Tente de novo mais tarde.'
const UNAVAILABLE = 'O banco de dados não respondeu, ou o disco está cheio. Tente de novo em instantes.'

const text = (status: number, code: ErrorText['code'], sentence: string): ErrorText => ({
  status,
  code,
  sentence,
})

const isOfRoles = (action: RouteSpec['action']) =>
  action !== 'public' && ACTIONS[action].length < EVERYONE.length

function ofDeclaration(
  { path, action, confirms, once, body, consumes }: RouteSpec,
  isRepeatable: boolean,
): ErrorText[] {
  const sends = body !== undefined || consumes !== undefined
  return [
    text(400, 'invalid', INVALID),
    ...(action === 'public' ? [] : [text(401, 'session', SESSION)]),
    ...(isRepeatable
      ? [text(403, 'forbidden', FOREIGN_KEY)]
      : isOfRoles(action)
        ? [text(403, 'forbidden', FORBIDDEN)]
        : []),
    ...(confirms === undefined ? [] : [text(403, 'confirmation_required', CONFIRM)]),
    ...(/:(id|leadId)\b/.test(path) ? [text(404, 'not_found', MISSING)] : []),
    ...(once === true ? [text(404, 'not_found', MADE_AND_GONE), text(409, 'conflict', ANOTHER_BODY)] : []),
    ...(sends ? [text(413, 'invalid', TOO_LARGE), text(415, 'invalid', MEDIA_TYPE)] : []),
    // A call that may come without a session answers its refusals itself.
    ...(isRepeatable && action !== 'public' ? [text(422, 'invalid', UNFIT)] : []),
    text(500, 'internal', FAILED),
    text(503, 'unavailable', UNAVAILABLE),
  ]
}

/** Returns the errors in the order of their statuses. The call's own sentence counts. */
export function errorsOf(
  route: RouteSpec,
  { errors, isRepeatable }: Pick<OperationText, 'errors' | 'isRepeatable'>,
): ErrorText[] {
  const isOwn = (one: ErrorText) =>
    errors.some(({ status, code }) => status === one.status && code === one.code)
  const general = ofDeclaration(route, isRepeatable).filter(
    (one) => one.code === 'unavailable' || !isOwn(one),
  )
  return [...general, ...errors].toSorted((one, next) => one.status - next.status)
}
