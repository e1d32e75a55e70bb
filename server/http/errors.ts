/** How calls fail: one class that handlers throw, one place that answers (ruling 30). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../src/contract/errors.ts'

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, code: ErrorCode, message: string, errors?: Record<string, string[]>) {
    super(message)
    this.status = status
    this.body = { message, code, ...(errors === undefined ? {} : { errors }) }
  }
}

export const notFound = () => new HttpError(404, 'not_found', 'Registro não encontrado.')
export const forbidden = () => new HttpError(403, 'forbidden', 'Você não tem permissão para isso.')
export const noSession = () => new HttpError(401, 'session', 'Sua sessão expirou. Entre novamente.')

function bodyOf(error: FastifyError): { status: number; body: ErrorBody } {
  if (error instanceof HttpError) return { status: error.status, body: error.body }
  if (error.validation !== undefined) {
    const errors: Record<string, string[]> = {}
    for (const issue of error.validation) {
      const field =
        issue.instancePath.split('/').filter(Boolean).join('.') || (error.validationContext ?? 'body')
      errors[field] = [...(errors[field] ?? []), issue.message ?? 'Valor inválido']
    }
    return { status: 400, body: { message: 'Dados inválidos.', code: 'invalid', errors } }
  }
  const status = error.statusCode ?? 500
  if (status === 429)
    return {
      status,
      body: { message: 'Muitas tentativas. Aguarde um pouco e tente de novo.', code: 'too_many_attempts' },
    }
  if (status === 413)
    return { status, body: { message: 'O conteúdo enviado é grande demais.', code: 'invalid' } }
  if (status < 500) return { status, body: { message: 'Pedido inválido.', code: 'invalid' } }
  return {
    status: 500,
    body: { message: 'Houve um problema com o servidor, tente novamente mais tarde.', code: 'internal' },
  }
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = bodyOf(error)
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    return reply.code(status).send(body)
  })
}
