/** Session calls: first text, section 7. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  currentUserSchema,
  endSessionRequestSchema,
  listOf,
  loginRequestSchema,
  loginResponseSchema,
  messageSchema,
  sessionEntrySchema,
  sessionParamsSchema,
  updateUserRequestSchema,
} from '../../src/contract/session.ts'
import type { AppContext } from '../app-context.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { changePassword, checkPassword } from '../session/passwords.ts'
import { createSession, endByProof, liveSessions, revokeSession } from '../session/tokens.ts'
import { HttpError, notFound } from './errors.ts'

const tags = ['Sessão']
/** Bytes: a proof of ending and room for whitespace. Anybody may call. */
const ENDING_LIMIT = 1024
const WRONG_CREDENTIALS = 'Login/senha inválidos, verifique suas credenciais.'
const WRONG_PASSWORD = 'A senha atual não confere.'

function tooManyAttempts(seconds: number): HttpError {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minuto' : `${minutes} minutos`
  return new HttpError(429, 'too_many_attempts', `Muitas tentativas. Tente de novo em ${wait}.`)
}

interface Credentials {
  readonly login: string
  readonly password: string
}

/** Wherever a password is asked for, guessing it is slowed down alike. Null when it is wrong; throws 429. */
function passwordCheck(context: AppContext) {
  const attempts = new LoginAttempts()
  const { logins } = context.metrics
  return async (request: FastifyRequest, reply: FastifyReply, { login, password }: Credentials) => {
    const attempt = attempts.begin(login.toLowerCase(), request.ip, context.now())
    if (attempt.waitSeconds > 0) {
      logins.inc({ outcome: 'limited' })
      reply.header('retry-after', attempt.waitSeconds)
      throw tooManyAttempts(attempt.waitSeconds)
    }
    const userId = await checkPassword(context, login, password)
    logins.inc({ outcome: userId === null ? 'refused' : 'accepted' })
    if (userId !== null) attempt.succeeded()
    return userId
  }
}

export function sessionRoutes(context: AppContext): FastifyPluginAsyncZod {
  const check = passwordCheck(context)
  return async (app) => {
    app.post(
      '/login',
      {
        config: { action: 'public' },
        schema: { tags, body: loginRequestSchema, response: { 200: loginResponseSchema } },
      },
      async (request, reply) => {
        const userId = await check(request, reply, request.body)
        if (userId === null) throw new HttpError(404, 'credentials', WRONG_CREDENTIALS)
        return { data: { token: await createSession(context, userId, request.body.device_id ?? null) } }
      },
    )

    const current = {
      config: { action: 'session.use' },
      schema: { tags, response: { 200: currentUserSchema } },
    } as const
    app.get('/tokenconfirm', current, async (request) => request.session.user)
    app.get('/users/me', current, async (request) => request.session.user)

    app.post(
      '/logout',
      { config: { action: 'session.use' }, schema: { tags, response: { 200: messageSchema } } },
      async (request) => {
        await revokeSession(context, { id: request.session.id, userId: request.session.user.id })
        return { message: 'Sessão encerrada.' }
      },
    )

    app.get(
      '/sessions',
      { config: { action: 'session.use' }, schema: { tags, response: { 200: listOf(sessionEntrySchema) } } },
      async (request) => {
        const sessions = await liveSessions(context, request.session.user.id)
        return { data: sessions.map((entry) => ({ ...entry, current: entry.id === request.session.id })) }
      },
    )
    app.delete(
      '/sessions/:id',
      {
        config: { action: 'session.use' },
        schema: { tags, params: sessionParamsSchema, response: { 200: messageSchema } },
      },
      async (request) => {
        const session = { id: request.params.id, userId: request.session.user.id }
        if (!(await revokeSession(context, session))) throw notFound()
        return { message: 'Sessão encerrada.' }
      },
    )

    app.post(
      '/sessions/end',
      {
        config: { action: 'public' },
        bodyLimit: ENDING_LIMIT,
        schema: { tags, body: endSessionRequestSchema, response: { 200: messageSchema } },
      },
      async (request) => {
        const ended = await endByProof(context, request.body.proof)
        if (ended !== null)
          context.security.note('session_ended', {
            user_id: ended.user_id,
            session_id: ended.id,
            route: '/api/sessions/end',
          })
        return { message: 'Sessão encerrada.' }
      },
    )

    app.post(
      '/update-user',
      {
        config: { action: 'profile.update' },
        schema: { tags, body: updateUserRequestSchema, response: { 200: messageSchema } },
      },
      async (request, reply) => {
        const { id, user } = request.session
        const { body } = request
        if ('password' in body) {
          const credentials = { login: user.login, password: body.old_password }
          if ((await check(request, reply, credentials)) === null)
            throw new HttpError(422, 'rule', WRONG_PASSWORD, { old_password: [WRONG_PASSWORD] })
          await changePassword(context, { id, userId: user.id }, body.password)
        } else {
          await context.store.db.updateTable('users').set(body).where('id', '=', user.id).execute()
        }
        return { message: 'Perfil atualizado com sucesso!' }
      },
    )
  }
}
