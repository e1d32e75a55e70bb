/** Authentication and authorization: a hook for each route of /api that is not public. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteSpec } from '../../src/contract/route.ts'
import { pullRoute } from '../../src/contract/sync-routes.ts'
import { type Action, may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { AppContext } from '../context/app-context.ts'
import { confirmationRequired, forbidden, noSession, Refusal } from '../context/refusal.ts'
import { type Session, sessionOf, wasRevoked } from '../session/tokens.ts'
import { statusOf } from './errors.ts'
import { isConfirmed } from './own-password.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action that the caller's role must permit (domain/permissions). 'public' needs no token. */
    action?: Action | 'public'
    /** 'always': no call without a confirmation by the own password reaches the handler. */
    confirms?: RouteSpec['confirms']
  }
  interface FastifyRequest {
    session: Session
  }
}

/** In bytes. Limits the memory that a caller without a token can use. */
const PUBLIC_BODY_LIMIT = 64 * 1024

/** Sets the session of the request's token. Throws Refusal `session` without one, `forbidden` if its role may not do the action. */
export async function requireSession(
  context: AppContext,
  request: FastifyRequest,
  action: Action,
): Promise<void> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const forPull = request.routeOptions.config.declared === pullRoute
  const { setsUp = false, setsPassword = false } = request.routeOptions.config.declared ?? {}
  request.session = await demandSession(context, scheme === 'Bearer' ? token : undefined, {
    forPull,
    setsUp,
    setsPassword,
  })
  if (!may(action, roleOf(request.session.user))) throw forbidden()
}

/** The session of a token. Throws Refusal `session` where it opens none, or none for this call. */
export async function demandSession(
  context: AppContext,
  token: string | undefined,
  { forPull = false, setsUp = false, setsPassword = false } = {},
): Promise<Session> {
  const session = token ? await sessionOf(context, token, { forPull }) : null
  if (session === null) throw noSession(token !== undefined && (await wasRevoked(context, token)))
  // Until then the token is none for any other call: docs/rules.md#required-second-factor
  if (session.isSetUpOnly ? !setsUp : session.isPasswordDue && !setsPassword) throw noSession()
  return session
}

/** A route without an action refuses all calls, so that a forgotten action opens nothing. */
export function authenticate(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('session')
  app.addHook('onRoute', (route) => {
    if (route.config?.action === 'public') route.bodyLimit ??= PUBLIC_BODY_LIMIT
  })
  app.addHook('onRequest', async (request) => {
    const { action } = request.routeOptions.config
    if (action === 'public' || request.is404) return
    if (action === undefined) throw forbidden()
    await requireSession(context, request, action)
    const { confirms } = request.routeOptions.config
    // It was opened with the password, and ends with the first factor: what its calls replace never counted.
    if (request.session.isSetUpOnly) return
    if (confirms === 'always' && !(await isConfirmed(context, request))) throw confirmationRequired()
  })
  app.addHook('onError', async (request, _reply, error) => {
    const { url: route, config } = request.routeOptions
    if (!(error instanceof Refusal) || statusOf(error) !== 403) return
    // A caller who is asked for the password has the right to do it. Only a wrong password is a failure.
    if (error.code === 'confirmation_required') return
    // A public route has no session.
    if (config.action === undefined || config.action === 'public') return
    const { id, user } = request.session
    context.security.note('forbidden', {
      user_id: user.id,
      session_id: id,
      ...(route === undefined ? {} : { route }),
    })
  })
}
