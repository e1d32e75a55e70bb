/** Session calls: docs/rules.md#session-and-reference-calls. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  currentUserRoute,
  endSessionRoute,
  loginRoute,
  logoutRoute,
  revokeSessionRoute,
  sessionsRoute,
  tokenConfirmRoute,
  updateUserRoute,
} from '../../src/contract/session.ts'
import { updateProfile } from '../accounts/profile.ts'
import type { AppContext } from '../app-context.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { passwordRefusal } from '../session/password-rules.ts'
import { checkPassword } from '../session/passwords.ts'
import { endByProof, knowsDevice, liveSessions, openSession, revokeSession } from '../session/tokens.ts'
import { HttpError, notFound, refusedField, tooManyAttempts } from './errors.ts'
import { serve } from './serve.ts'

/** In bytes: a proof and room for whitespace. The route is public. */
const ENDING_LIMIT = 1024
const WRONG_CREDENTIALS = 'Login/senha inválidos, verifique suas credenciais.'
const WRONG_PASSWORD = 'A senha atual não confere.'

interface Credentials {
  readonly login: string
  readonly password: string
  /** The device on which the password was typed; null: unknown. */
  readonly deviceId: string | null
}

/**
 * Checks a password with the limits of LoginAttempts. Returns the user's id, or null for a wrong password. Throws
 * 429.
 */
function passwordCheck(context: AppContext) {
  const attempts = new LoginAttempts()
  const { metrics, security } = context
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { password, deviceId, ...given }: Credentials,
  ) => {
    const login = given.login.toLowerCase()
    const known = deviceId !== null && (await knowsDevice(context, login, deviceId))
    const caller = { login, address: request.ip, knownDevice: known ? deviceId : null }
    const attempt = attempts.begin(caller, context.now())
    const facts = {
      route: request.routeOptions.url ?? '',
      address: security.digest(request.ip),
      login: security.digest(login),
    }
    if (attempt.waitSeconds > 0) {
      metrics.logins.inc({ outcome: 'limited' })
      security.note('sign_in_limited', facts)
      reply.header('retry-after', attempt.waitSeconds)
      throw tooManyAttempts(attempt.waitSeconds)
    }
    const userId = await checkPassword(context, login, password)
    metrics.logins.inc({ outcome: userId === null ? 'refused' : 'accepted' })
    if (userId === null) security.note('sign_in_failed', facts)
    else attempt.succeeded()
    return userId
  }
}

export function sessionRoutes(context: AppContext): FastifyPluginAsync {
  const check = passwordCheck(context)
  return async (app) => {
    serve(app, loginRoute, async ({ body, request, reply }) => {
      const { login, password, device_id: deviceId = null } = body
      const userId = await check(request, reply, { login, password, deviceId })
      if (userId === null) throw new HttpError(404, 'credentials', WRONG_CREDENTIALS)
      const { id, token } = await openSession(context, userId, deviceId)
      const address = context.security.digest(request.ip)
      context.security.note('sign_in', { user_id: userId, session_id: id, address })
      return { data: { token } }
    })

    serve(app, tokenConfirmRoute, async ({ request }) => request.session.user)
    serve(app, currentUserRoute, async ({ request }) => request.session.user)

    serve(app, logoutRoute, async ({ request }) => {
      const session = { id: request.session.id, userId: request.session.user.id }
      await revokeSession(context, session, 'signed out')
      return { message: 'Sessão encerrada.' }
    })

    serve(app, sessionsRoute, async ({ request }) => {
      const sessions = await liveSessions(context, request.session.user.id)
      return { data: sessions.map((entry) => ({ ...entry, current: entry.id === request.session.id })) }
    })
    serve(app, revokeSessionRoute, async ({ params, request }) => {
      const session = { id: params.id, userId: request.session.user.id }
      if (!(await revokeSession(context, session, 'ended elsewhere'))) throw notFound()
      return { message: 'Sessão encerrada.' }
    })

    serve(
      app,
      endSessionRoute,
      async ({ body }) => {
        await endByProof(context, body.proof)
        return { message: 'Sessão encerrada.' }
      },
      { bodyLimit: ENDING_LIMIT },
    )

    serve(app, updateUserRoute, async ({ body, request, reply }) => {
      const { id, user, deviceId } = request.session
      const { old_password: current, password, email, phone } = body
      const { login } = user
      if ((await check(request, reply, { login, password: current, deviceId })) === null)
        throw refusedField('old_password', WRONG_PASSWORD)
      const refusal = password === undefined ? null : passwordRefusal(password, { login, current })
      if (refusal !== null) throw refusedField('password', refusal)
      const waits = await updateProfile(context, { user, sessionId: id }, { password, email, phone })
      return { message: 'Perfil atualizado com sucesso!', email_waits: waits }
    })
  }
}
