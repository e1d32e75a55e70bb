/**
 * Errors of the REST API: one handler makes an answer of each.
 * docs/rules.md#errors-of-the-api
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../src/contract/errors.ts'
import { messageOfFields } from '../../src/contract/field-names.ts'
import { FilesDenied, FilesUnavailable } from '../base/file-store.ts'
import { Refusal } from '../context/refusal.ts'
import { isDatabaseGone } from '../db/database-gone.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { RevocationsUnwritable } from '../db/revocations/file.ts'

const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  session: 401,
  proposal_taken: 401,
  forbidden: 403,
  confirmation_required: 403,
  key_taken: 403,
  credentials: 404,
  not_found: 404,
  conflict: 409,
  in_use: 409,
  erased: 410,
  link_unusable: 410,
  invalid: 422,
  rule: 422,
  app_too_old: 426,
  too_many_attempts: 429,
  quota_reached: 429,
  internal: 500,
  not_configured: 503,
  unavailable: 503,
}

/** A refusal by another status than that of its code. */
export class HttpError extends Refusal {
  override readonly name = 'HttpError'
  readonly status: number
  constructor(status: number, ...refusal: ConstructorParameters<typeof Refusal>) {
    super(...refusal)
    this.status = status
  }
}

export const statusOf = (refusal: Refusal): number =>
  refusal instanceof HttpError ? refusal.status : STATUS_OF[refusal.code]

/** A rule is broken, or fields of a command do not fit. */
export const isBrokenRule = (error: unknown): error is Refusal =>
  error instanceof Refusal && statusOf(error) === 422

export const unknownAddress = () => new Refusal('not_found', 'Endereço não encontrado.')
/** A field does not fit what the database has, though it fits its schema. The message names the field. */
export function invalidField(field: string, sentence: string): HttpError {
  const errors = { [field]: [sentence] }
  return new HttpError(400, 'invalid', messageOfFields(errors), errors)
}

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
  if (error instanceof Refusal) return { status: statusOf(error), body: error.body }
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
  // A refusal is deliberate, such as a service that is not configured. It is not logged as a failure.
  if (status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, 'request failed')
  reply.code(status).send(body)
}
