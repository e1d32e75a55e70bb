/**
 * Errors of the REST API: handlers throw HttpError, and one handler answers all errors.
 * docs/rules.md#errors-of-the-api
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../src/contract/errors.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import { NOT_ALLOWED } from '../../src/domain/permissions/actions.ts'
import { CONFIRM_WITH_PASSWORD } from '../../src/domain/session/confirmation.ts'
import { FilesDenied, FilesUnavailable } from '../base/file-store.ts'
import { isDatabaseGone } from '../db/database-gone.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { RevocationsUnwritable } from '../db/revocations/file.ts'

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: ErrorBody
  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    errors?: Record<string, string[]>,
    more: Pick<ErrorBody, 'statusError' | 'revoked' | 'made'> = {},
  ) {
    super(message)
    this.status = status
    this.body = { message, code, ...(errors === undefined ? {} : { errors }), ...more }
  }
}

export const notFound = () => new HttpError(404, 'not_found', 'Registro não encontrado.')
export const unknownAddress = () => new HttpError(404, 'not_found', 'Endereço não encontrado.')
/** A rule refuses one field. The answer has the message twice: in `message` and in `errors`. */
export const refusedField = (field: string, message: string) =>
  new HttpError(422, 'rule', message, { [field]: [message] })
export const forbidden = () => new HttpError(403, 'forbidden', NOT_ALLOWED)
export const confirmationRequired = () =>
  new HttpError(403, 'confirmation_required', `${CONFIRM_WITH_PASSWORD} para continuar.`)
/** A field does not fit what the database has, though it fits its schema. The message names the field. */
export function invalidField(field: string, sentence: string): HttpError {
  const errors = { [field]: [sentence] }
  return new HttpError(400, 'invalid', messageOfFields(errors), errors)
}
/** 429 for a login or an address; the header `retry-after` is the caller's. */
export function tooManyAttempts(seconds: number): HttpError {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minuto' : `${minutes} minutos`
  return new HttpError(429, 'too_many_attempts', `Muitas tentativas. Tente de novo em ${wait}.`)
}
export const notConfigured = (message: string) => new HttpError(503, 'not_configured', message)
export const unavailable = (message: string) => new HttpError(503, 'unavailable', message)
/** `revoked`: true makes the device delete its mirror. */
export const noSession = (revoked = false) =>
  new HttpError(401, 'session', 'Sua sessão expirou. Entre novamente.', undefined, revoked ? { revoked } : {})

/** The message of an unexpected failure. */
export const SERVER_FAILED = 'Houve um problema com o servidor, tente novamente mais tarde.'

/** A 503: devices keep their data and try again. */
const DATABASE_GONE = 'O servidor está sem acesso ao banco de dados. Tente de novo em instantes.'

const DISK_FULL =
  'O servidor está sem espaço em disco e não pôde guardar. Avise quem cuida dele e tente de novo mais tarde.'

const FILES_GONE = 'O armazenamento de arquivos não respondeu. Tente de novo em instantes.'

const REVOCATIONS_GONE =
  'O servidor não conseguiu registrar que este acesso terminou, e por isso nada mudou. Avise quem cuida dele e tente de novo.'
const FILES_DENIED =
  'O servidor não tem permissão para guardar arquivos. Avise quem cuida dele e tente de novo mais tarde.'

const UNFIT_VALUE = 'Um dos valores enviados não pode ser guardado.'

/** Invalid fields: `message` names them, `errors` has the messages of each. */
export const invalidFields = (errors: Record<string, string[]>) =>
  new HttpError(422, 'invalid', messageOfFields(errors), errors)

/** Messages by status for requests that Fastify refuses before a handler runs. */
const REFUSALS: Readonly<Record<number, string>> = {
  413: 'O conteúdo enviado é grande demais.',
  415: 'Envie o conteúdo como application/json.',
}

/** PostgreSQL's class 22: a value that fits the schema but no column, such as a lead number beyond 32 bits. */
const isUnfitValue = (error: FastifyError) => /^22[0-9A-Z]{3}$/.test(error.code ?? '')

/**
 * The caller disconnected before its body was read. No one reads the answer, and it is no server error. Node's own error of the
 * request has the code of a lost connection to the database.
 */
const isHangUp = (error: FastifyError, { raw }: FastifyRequest) =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || raw.errored === error

function answerOf(error: FastifyError, request: FastifyRequest): { status: number; body: ErrorBody } {
  if (error instanceof HttpError) return { status: error.status, body: error.body }
  // Checked before `FilesUnavailable`, whose cause it may be.
  if (isDiskFull(error)) return { status: 503, body: { message: DISK_FULL, code: 'unavailable' } }
  if (error instanceof RevocationsUnwritable)
    return { status: 503, body: { message: REVOCATIONS_GONE, code: 'unavailable' } }
  if (error instanceof FilesUnavailable)
    return { status: 503, body: { message: FILES_GONE, code: 'unavailable' } }
  if (error instanceof FilesDenied)
    return { status: 503, body: { message: FILES_DENIED, code: 'unavailable' } }
  const statusCode = isHangUp(error, request) ? 400 : error.statusCode
  // Checked before `isDatabaseGone`: a caller's disconnect has the same code as a lost database connection.
  if (statusCode !== undefined && statusCode < 500)
    return {
      status: statusCode,
      body: { message: REFUSALS[statusCode] ?? 'Pedido inválido.', code: 'invalid' },
    }
  if (isUnfitValue(error)) return { status: 400, body: { message: UNFIT_VALUE, code: 'invalid' } }
  if (isDatabaseGone(error)) return { status: 503, body: { message: DATABASE_GONE, code: 'unavailable' } }
  return {
    status: 500,
    body: { message: SERVER_FAILED, code: 'internal' },
  }
}

/** The error handler of all routes and of Fastify's own refusals, such as a path that can't be decoded. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = answerOf(error, request)
  // An HttpError is deliberate, such as a service that is not configured. It is not logged as a failure.
  if (status >= 500 && !(error instanceof HttpError)) request.log.error({ err: error }, 'request failed')
  reply.code(status).send(body)
}
