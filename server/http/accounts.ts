/** Links of mails, and what administrators see and send of them: docs/rules.md#links */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmEmailRoute,
  copyLinkRoute,
  linkRoute,
  resendInvitationRoute,
  resetMailRoute,
  setPasswordRoute,
  userMailRoute,
} from '../../src/contract/accounts.ts'
import { inviteUser, requestReset } from '../accounts/invitation.ts'
import { confirmNewEmail, setPasswordByLink } from '../accounts/link-use.ts'
import { issueLink, linkOf } from '../accounts/links.ts'
import { lastMail, managedUser } from '../accounts/managed-user.ts'
import { audit } from '../administration/audit.ts'
import type { AppContext } from '../app-context.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { HttpError, refusedField, tooManyAttempts } from './errors.ts'
import { serve } from './serve.ts'

const RESET_ANSWER =
  'Se este login existir, enviamos ao e-mail dele um link para criar uma nova senha. Ele vale por 1 hora.'
const HAS_MAIL = 'Os links vão por e-mail: há um servidor de e-mail configurado.'
const ALREADY = 'O e-mail deste usuário já foi confirmado.'
const INACTIVE = 'Ative o usuário antes de enviar o convite.'

export function accountRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const { mailUrl } = context.config.integrations
  const resets = new LoginAttempts()
  /** Resets that run after their answer. */
  const running = new Set<Promise<void>>()

  /** Every request counts, whether the login exists or not. */
  const limitResets = (request: FastifyRequest, reply: FastifyReply, login: string) => {
    const caller = { login: login.toLowerCase(), address: request.ip, knownDevice: null }
    const { waitSeconds } = resets.begin(caller, context.now())
    if (waitSeconds === 0) return
    reply.header('retry-after', waitSeconds)
    throw tooManyAttempts(waitSeconds)
  }

  return async (app) => {
    app.addHook('onClose', async () => {
      await Promise.allSettled(running)
    })

    serve(app, linkRoute, async ({ params: { hash } }) => {
      const { userId, purpose, newEmail, name, login } = await linkOf(db, context.now(), hash)
      return { data: [{ user_id: userId, purpose, name, login, new_email: newEmail, verified: false }] }
    })

    serve(app, setPasswordRoute, async ({ body: { id, verify_code, password } }) => {
      if (id !== undefined && (await linkOf(db, context.now(), verify_code)).userId !== id)
        throw new HttpError(410, 'link_unusable', 'Este link é de outro usuário.')
      await setPasswordByLink(context, verify_code, password)
      return { message: 'Senha criada com sucesso!' }
    })

    serve(app, resetMailRoute, async ({ body: { login }, request, reply }) => {
      limitResets(request, reply, login)
      // After the answer: its time would tell whether the login exists.
      const work = requestReset(context, login)
        .catch((error: unknown) => request.log.error({ err: error }, 'reset mail failed'))
        .finally(() => running.delete(work))
      running.add(work)
      return { message: RESET_ANSWER }
    })

    serve(app, confirmEmailRoute, async ({ body }) => {
      await confirmNewEmail(context, body.verify_code)
      return { message: 'E-mail confirmado com sucesso!' }
    })

    serve(app, resendInvitationRoute, async ({ body, request }) => {
      const actor = request.session.user
      await db.transaction().execute(async (tx) => {
        const user = await managedUser(tx, actor, body.id)
        if (user.verified_at !== null) throw refusedField('email', ALREADY)
        if (user.status !== 1) throw refusedField('status', INACTIVE)
        await inviteUser(tx, context, user)
        await audit(tx, {
          user: actor,
          action: 'invite',
          entity: 'users',
          id: user.id,
          before: null,
          after: null,
        })
      })
      return { message: 'E-mail de confirmação enviado!' }
    })

    serve(app, userMailRoute, async ({ params: { id }, request }) => {
      await managedUser(db, request.session.user, id)
      return { copies_links: mailUrl === null, data: await lastMail(db, id) }
    })

    serve(app, copyLinkRoute, async ({ params: { id }, request }) => {
      if (mailUrl !== null) throw new HttpError(409, 'rule', HAS_MAIL)
      const actor = request.session.user
      const link = await db.transaction().execute(async (tx) => {
        const user = await managedUser(tx, actor, id)
        if (user.status !== 1) throw refusedField('status', INACTIVE)
        const purpose = user.verified_at === null ? 'verify' : 'redefine'
        await audit(tx, { user: actor, action: 'copy_link', entity: 'users', id, before: null, after: null })
        return issueLink(tx, context, { userId: id, purpose })
      })
      return { link }
    })
  }
}
