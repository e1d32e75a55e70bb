/** Session calls: docs/rules.md#session-and-reference-calls. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  accountEventsRoute,
  confirmRoute,
  currentUserRoute,
  disownRoute,
  endSessionRoute,
  logoutRoute,
  newDevicesRoute,
  revokeSessionRoute,
  sessionsRoute,
  tokenConfirmRoute,
  updateUserRoute,
} from '../../src/contract/session.ts'
import type { Assertion } from '../../src/contract/webauthn.ts'
import { isShortForProtected, PROTECTED_NEEDS_LONGER } from '../../src/domain/session/password.ts'
import { accountEvents } from '../accounts/account-events.ts'
import { disownHere } from '../accounts/disown.ts'
import { updateProfile } from '../accounts/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { callContext } from '../context/origin.ts'
import { notFound, refusedField } from '../context/refusal.ts'
import { removeKeysByProof } from '../device-keys/device-keys.ts'
import { shortestPasswordOf } from '../device-keys/shared-tablets.ts'
import { provedPasskey } from '../second-factor/passkeys.ts'
import { makeConfirmation } from '../session/confirmations.ts'
import { issueLink } from '../session/links.ts'
import { newDevices } from '../session/new-device.ts'
import { passwordRefusal } from '../session/password-rules.ts'
import { forgetDevices } from '../session/remembered.ts'
import { endByProof, liveSessions, revokeSession } from '../session/tokens.ts'
import { ownPassword } from '../wire/own-password.ts'
import { passwordCheck } from '../wire/password-check.ts'
import { serve } from '../wire/serve.ts'
import { demandOneProof } from './one-proof.ts'
import { passkeyPlace } from './passkey-place.ts'

const WRONG_PASSKEY = 'A chave de acesso não conferiu. Tente de novo ou use a senha.'

/**
 * A passkey in place of the own password: docs/rules.md#own-password Throws Refusal `rule` unless it is one of the
 * caller's own, proved for this session.
 */
async function proveOwnPasskey(
  context: AppContext,
  request: FastifyRequest,
  passkey: Assertion,
): Promise<void> {
  const { id, user } = request.session
  const proved = await provedPasskey(context, passkeyPlace(context, request), passkey, `confirm ${id}`)
  if (proved?.id !== user.id) throw refusedField('passkey', WRONG_PASSKEY)
}

/** In bytes: a proof and room for whitespace. The route is public. */
const ENDING_LIMIT = 1024
const ONE_PROOF = 'Envie a sua senha ou uma chave de acesso.'
const WRONG_PASSWORD = 'A senha atual não confere.'

export function sessionRoutes(context: AppContext): FastifyPluginAsync {
  const check = passwordCheck(context)
  const own = ownPassword(context)
  return async (app) => {
    const whoAsks = async ({ session: { user } }: FastifyRequest) => ({
      ...user,
      shortest_password: await shortestPasswordOf(context.store.db, user.id),
    })
    serve(app, tokenConfirmRoute, ({ request }) => whoAsks(request))
    serve(app, currentUserRoute, ({ request }) => whoAsks(request))

    serve(app, logoutRoute, async ({ request }) => {
      const session = { id: request.session.id, userId: request.session.user.id }
      await revokeSession(context, session, 'signed out')
      return { message: 'Sessão encerrada.' }
    })

    serve(app, sessionsRoute, async ({ request }) => {
      const sessions = await liveSessions(context, request.session.user.id)
      return { data: sessions.map((entry) => ({ ...entry, current: entry.id === request.session.id })) }
    })
    serve(app, newDevicesRoute, async ({ request }) => {
      const { id, user } = request.session
      return {
        data: await newDevices(context.store.db, { userId: user.id, sessionId: id, nowMs: context.now() }),
      }
    })
    serve(app, revokeSessionRoute, async ({ params, request }) => {
      const session = { id: params.id, userId: request.session.user.id }
      if (!(await revokeSession(context, session, 'ended elsewhere'))) throw notFound()
      await forgetDevices(context.store.db, session.userId, session.id)
      return { message: 'Sessão encerrada.' }
    })

    serve(app, accountEventsRoute, async ({ request }) => {
      const { id, user } = request.session
      const asked = { userId: user.id, sessionId: id, nowMs: context.now() }
      return { data: await accountEvents(context.store.db, asked) }
    })

    serve(app, disownRoute, async ({ body, request }) => {
      const userId = request.session.user.id
      const told = { userId, sinceMs: Date.parse(body.since) }
      const link = await disownHere(context, told, (tx) =>
        issueLink(tx, callContext(context, request), { userId, purpose: 'redefine' }),
      )
      return {
        message: 'Todas as sessões foram encerradas. Crie uma senha nova.',
        path: new URL(link).pathname,
      }
    })

    serve(app, confirmRoute, async ({ body, request, reply }) => {
      demandOneProof([body.own_password, body.passkey], ONE_PROOF)
      const password = body.own_password ?? ''
      if (body.passkey === undefined) await own.prove(request, reply, password)
      else await proveOwnPasskey(context, request, body.passkey)
      const isShort = body.passkey === undefined && isShortForProtected(password)
      return { data: { confirmation: await makeConfirmation(context, request.session.id, { isShort }) } }
    })

    serve(
      app,
      endSessionRoute,
      async ({ body }) => {
        await endByProof(context, body.proof)
        if (body.forgets_keys === true) await removeKeysByProof(context, body.proof)
        return { message: 'Sessão encerrada.' }
      },
      { bodyLimit: ENDING_LIMIT },
    )

    serve(app, updateUserRoute, async ({ body, request, reply }) => {
      const { id, user, isPasswordDue } = request.session
      const { old_password: current, password, email, phone } = body
      const { login } = user
      if (!(await check.own(request, reply, current))) throw refusedField('old_password', WRONG_PASSWORD)
      // The token of such a session is for a longer password, and for nothing else.
      if (isPasswordDue && (password === undefined || isShortForProtected(password)))
        throw refusedField('password', PROTECTED_NEEDS_LONGER)
      const refusal =
        password === undefined
          ? null
          : passwordRefusal(password, { login, current }, await shortestPasswordOf(context.store.db, user.id))
      if (refusal !== null) throw refusedField('password', refusal)
      const mail = await updateProfile(
        callContext(context, request),
        { user, sessionId: id },
        { password, email, phone },
      )
      return { message: 'Perfil atualizado com sucesso!', email_waits: mail !== null, mail }
    })
  }
}
