/** Links of mails, and what administrators see and send of them: docs/rules.md#links */

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmEmailRoute,
  copyLinkRoute,
  disownByLinkRoute,
  linkRoute,
  resendInvitationRoute,
  resetMailRoute,
  setPasswordRoute,
  userMailRoute,
} from '../../src/contract/accounts.ts'
import { ASK_ADMINISTRATOR, copyWords } from '../../src/domain/mail/mailed.ts'
import { isActive } from '../../src/domain/session/active.ts'
import { disownByLink } from '../accounts/disown.ts'
import { inviteUser, requestReset } from '../accounts/invitation.ts'
import { confirmNewEmail, setPasswordByLink } from '../accounts/link-use.ts'
import { lastMail, managedUser } from '../accounts/managed-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { callContext } from '../context/origin.ts'
import { Refusal, refusedField, tooManyAttempts } from '../context/refusal.ts'
import { shortestPasswordOf } from '../device-keys/shared-tablets.ts'
import { sendsMail } from '../mail/mailed.ts'
import { audit } from '../records/audit.ts'
import { demandOwnPassword } from '../session/caller.ts'
import { issueLink, linkOf, waitingEmail } from '../session/links.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { HttpError } from '../wire/errors.ts'
import { callerOf } from '../wire/own-password.ts'
import { serve } from '../wire/serve.ts'

/** The same for every login. */
const RESET_ANSWER =
  'Se este login existir, enviamos ao e-mail dele um link para criar uma nova senha. Ele vale por 1 hora. Se não chegar, veja o spam ou fale com um administrador.'
const DISOWNED_HERE = 'Todas as sessões foram encerradas, e a senha não abre mais nada.'
const DISOWNED = `${DISOWNED_HERE} Enviamos a você um link para criar uma senha nova. Ele vale por 1 hora.`
const INVITED = 'E-mail de confirmação enviado!'
const NO_NEW_EMAIL = 'Nenhum novo e-mail deste usuário espera por confirmação.'
const HAS_MAIL = 'Os links vão por e-mail: há um servidor de e-mail configurado.'
const ALREADY = 'O e-mail deste usuário já foi confirmado.'
const NO_EMAIL = 'Dê um e-mail ao usuário antes de enviar o convite.'
const INACTIVE = 'Ative o usuário antes de enviar o convite.'

export function accountRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
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
      return {
        data: [
          {
            user_id: userId,
            verify_code: hash,
            purpose,
            name,
            login,
            new_email: newEmail,
            verified: false,
            shortest_password: await shortestPasswordOf(db, userId),
          },
        ],
      }
    })

    serve(app, setPasswordRoute, async ({ body: { id, verify_code, password } }) => {
      if (id !== undefined && (await linkOf(db, context.now(), verify_code)).userId !== id)
        throw new Refusal('link_unusable', 'Este link é de outro usuário.')
      await setPasswordByLink(context, verify_code, password)
      return { message: 'Senha criada com sucesso!' }
    })

    serve(app, resetMailRoute, async ({ body: { login }, request, reply }) => {
      limitResets(request, reply, login)
      // After the answer, because the time of the work would reveal whether the login exists.
      const work = requestReset(context, login)
        .catch((error: unknown) => request.log.error({ err: error }, 'reset mail failed'))
        .finally(() => running.delete(work))
      running.add(work)
      return { message: sendsMail(context) ? RESET_ANSWER : ASK_ADMINISTRATOR }
    })

    serve(app, confirmEmailRoute, async ({ body }) => {
      await confirmNewEmail(context, body.verify_code)
      return { message: 'E-mail confirmado com sucesso!' }
    })

    serve(app, disownByLinkRoute, async ({ body }) => {
      const { login } = await disownByLink(context, body.verify_code)
      await requestReset(context, login)
      return { message: sendsMail(context) ? DISOWNED : `${DISOWNED_HERE} ${ASK_ADMINISTRATOR}` }
    })

    serve(app, resendInvitationRoute, async ({ body, request }) => {
      const caller = await callerOf(context, request)
      const actor = caller.user
      const mail = await db.transaction().execute(async (tx) => {
        const user = await managedUser(tx, actor, body.id)
        if (user.verified_at !== null) throw refusedField('email', ALREADY)
        if (!isActive(user)) throw refusedField('status', INACTIVE)
        if (user.email === '') throw refusedField('email', NO_EMAIL)
        demandOwnPassword(caller)
        const invited = await inviteUser(tx, callContext(context, request), user)
        await audit(tx, {
          user: actor,
          action: 'invite',
          entity: 'users',
          id: user.id,
          before: null,
          after: null,
        })
        return invited
      })
      return { message: mail.way === 'queued' ? INVITED : copyWords(mail), mail }
    })

    serve(app, userMailRoute, async ({ params: { id }, request }) => {
      await managedUser(db, request.session.user, id)
      return { copies_links: !sendsMail(context), data: await lastMail(db, context, id) }
    })

    serve(app, copyLinkRoute, async ({ params: { id }, query: { what }, request }) => {
      if (sendsMail(context)) throw new HttpError(409, 'rule', HAS_MAIL)
      const caller = await callerOf(context, request)
      const actor = caller.user
      const link = await db.transaction().execute(async (tx) => {
        const user = await managedUser(tx, actor, id)
        if (!isActive(user)) throw refusedField('status', INACTIVE)
        const newEmail = what === 'email' ? await waitingEmail(tx, context.now(), id) : undefined
        if (newEmail === null) throw refusedField('email', NO_NEW_EMAIL)
        demandOwnPassword(caller)
        const password = user.verified_at === null ? 'verify' : 'redefine'
        await audit(tx, { user: actor, action: 'copy_link', entity: 'users', id, before: null, after: null })
        return issueLink(
          tx,
          callContext(context, request),
          newEmail === undefined
            ? { userId: id, purpose: password }
            : { userId: id, purpose: 'email', newEmail },
        )
      })
      return { link }
    })
  }
}
