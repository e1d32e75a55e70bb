/** Session calls: first text, section 7. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  currentUserSchema,
  loginRequestSchema,
  loginResponseSchema,
  updateUserRequestSchema,
} from '../../src/contract/session.ts'
import type { AppContext } from '../app-context.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { checkPassword, setPassword } from '../session/passwords.ts'
import { createSession, revokeSession } from '../session/tokens.ts'
import { HttpError } from './errors.ts'

export const WRONG_CREDENTIALS = 'Login/senha inválidos, verifique suas credenciais.'

export function sessionRoutes(context: AppContext): FastifyPluginAsyncZod {
  const attempts = new LoginAttempts()
  return async (app) => {
    app.post(
      '/login',
      {
        config: { action: 'public' },
        schema: { tags: ['Sessão'], body: loginRequestSchema, response: { 200: loginResponseSchema } },
      },
      async (request, reply) => {
        const { login, password, device_id } = request.body
        const name = login.toLowerCase()
        const wait = attempts.waitSeconds(name, request.ip, context.now())
        if (wait > 0) {
          reply.header('retry-after', wait)
          const minutes = Math.ceil(wait / 60)
          throw new HttpError(
            429,
            'too_many_attempts',
            `Muitas tentativas. Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
          )
        }
        const userId = await checkPassword(context, login, password)
        if (userId === null) {
          attempts.failed(name, request.ip, context.now())
          throw new HttpError(404, 'credentials', WRONG_CREDENTIALS)
        }
        attempts.succeeded(name)
        return { data: { token: await createSession(context, userId, device_id ?? null) } }
      },
    )

    const current = {
      config: { action: 'session.use' },
      schema: { tags: ['Sessão'], response: { 200: currentUserSchema } },
    } as const
    app.get('/tokenconfirm', current, async (request) => request.session.user)
    app.get('/users/me', current, async (request) => request.session.user)

    app.post(
      '/logout',
      { config: { action: 'session.use' }, schema: { tags: ['Sessão'] } },
      async (request) => {
        await revokeSession(context, request.session.id)
        return { message: 'Sessão encerrada.' }
      },
    )

    app.post(
      '/update-user',
      {
        config: { action: 'profile.update' },
        schema: {
          tags: ['Sessão'],
          body: updateUserRequestSchema,
          response: { 200: z.object({ message: z.string() }) },
        },
      },
      async (request) => {
        const { user } = request.session
        const { body } = request
        if ('password' in body) {
          if ((await checkPassword(context, user.login, body.old_password)) === null)
            throw new HttpError(422, 'rule', 'A senha atual não confere.', {
              old_password: ['A senha atual não confere.'],
            })
          await setPassword(context, user.id, body.password)
        } else {
          await context.store.db.updateTable('users').set(body).where('id', '=', user.id).execute()
        }
        return { message: 'Perfil atualizado com sucesso!' }
      },
    )
  }
}
