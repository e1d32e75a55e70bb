/** External indications, with and without login: docs/rules.md#external-indication */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  type ExternalAnswer,
  type ExternalIndicationRequest,
  externalCepRoute,
  externalIndicationRoute,
  externalInitRoute,
  externalLinkRoute,
  externalMailRoute,
  renewExternalLinkRoute,
} from '../../src/contract/external.ts'
import { externalNewsRoute } from '../../src/contract/external-news.ts'
import {
  CONSENT_LABEL,
  CONSENT_VERSION,
  consentParagraphs,
  HEALTH_CONSENT_LABEL,
  HEALTH_CONSENT_VERSION,
  healthConsentParagraphs,
} from '../../src/domain/indication/consent.ts'
import { EXTERNAL_INSURANCES } from '../../src/domain/indication/lines.ts'
import {
  externalLink,
  INDICATION_SAVED,
  INVITER_MISSING,
  MAIL_WILL_GO,
} from '../../src/domain/indication/words.ts'
import { isStaffScope, scopeOf } from '../../src/domain/lead/access.ts'
import { copyWords } from '../../src/domain/mail/mailed.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { Refusal } from '../context/refusal.ts'
import { digest, uidOfNew } from '../context/request-key.ts'
import { inviterOfCode, linkOfUser, renewLink } from '../indication/links.ts'
import { Sendings } from '../indication/sendings.ts'
import { judgeIndication } from '../indication/sent-indication.ts'
import { stampOf } from '../indication/stamp.ts'
import { submitByLink } from '../indication/submission.ts'
import { addressOfCep } from '../integrations/cep/known-address.ts'
import { controllerOf, presentedBrokerage, readBrokerage } from '../mail/brokerage.ts'
import { externalLinkLetter } from '../mail/letters.ts'
import { linkNews } from '../mail/link-news.ts'
import { mailedTo } from '../mail/mailed.ts'
import { queueMail } from '../mail/queue.ts'
import { readSettings } from '../queries/settings.ts'
import { networkOf } from '../session/login-attempts.ts'
import { requireSession } from '../wire/authenticate.ts'
import { isBrokenRule } from '../wire/errors.ts'
import { counter, limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

/** An indication has a few hundred characters; the longest texts of a company have some thousand. */
const BODY_LIMIT = 16 * 1024

/** docs/rules.md#quotas */
const LIMITS = {
  opened: { name: 'external-open', max: 120, windowMs: HOUR_MS },
  /** All lines of sixty people. */
  asked: { name: 'external-ask', max: 540, windowMs: HOUR_MS },
  sent: { name: 'external-send', max: 60, windowMs: HOUR_MS },
  sentByLink: { name: 'external-link', max: 100, windowMs: DAY_MS },
  /** More people than one place, or one link, brings in so short a time: what comes further is held for a look. */
  flood: { name: 'external-flood', max: 8, windowMs: 10 * MINUTE_MS },
  floodOfLink: { name: 'external-flood-link', max: 30, windowMs: HOUR_MS },
  cep: { name: 'external-cep', max: 30, windowMs: HOUR_MS },
  mailed: { name: 'external-mail', max: 50, windowMs: DAY_MS },
} as const

/** Whom a line is about: a document names one person, else the contacts do. Only a digest is kept. */
function personOf({ cpf, name, mail, phone, cellphone }: ExternalIndicationRequest['client']): string {
  const document = cpf.replaceAll(/\W/g, '').toUpperCase()
  return digest(...(document === '' ? [foldText(name), mail.toLowerCase(), phone, cellphone] : [document]))
}

export function externalRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const outcomes = context.metrics.externalIndications

  const urlOf = (request: FastifyRequest, code: string) => externalLink(originOf(context, request), code)

  /** Throws 404 for a code without an inviter. */
  async function inviterOf(code: string) {
    const found = await inviterOfCode(context, code)
    if (found !== null) return found
    throw new Refusal('not_found', INVITER_MISSING)
  }

  /** The command of the user that is signed in. */
  async function submitWithLogin(
    request: FastifyRequest,
    body: ExternalIndicationRequest,
  ): Promise<ExternalAnswer> {
    await requireSession(context, request, 'indication.external')
    const judged = judgeIndication(body, context.now())
    if (judged.kind === 'refused') return judged.answer
    try {
      await executeForCall(context, request, 'indication.external', {
        lead_uid: uidOfNew(request, 'lead'),
        client_uid: uidOfNew(request, 'client'),
        insurance_id: body.insurance,
        details: judged.details,
        client: body.client,
      })
      return { status: 'success', message: INDICATION_SAVED }
    } catch (error) {
      if (!isBrokenRule(error)) throw error
      const { message, errors } = error.body
      return { status: 'fail', message, ...(errors === undefined ? {} : { errors }) }
    }
  }

  return async (app) => {
    await useLimits(app, context)
    const opened = limiter(app, context, LIMITS.opened)
    const asked = limiter(app, context, LIMITS.asked)
    const sent = limiter(app, context, LIMITS.sent)
    const flood = counter(app, context, LIMITS.flood)
    const floodOfLink = counter(app, context, LIMITS.floodOfLink)
    const sentByLink = limiter(app, context, LIMITS.sentByLink)
    const cep = limiter(app, context, LIMITS.cep)
    const mailed = limiter(app, context, LIMITS.mailed)
    const sendings = new Sendings()

    // What no handler counts: unreadable or oversized bodies, values that fit no schema, limits.
    app.addHook('onResponse', async (request, reply) => {
      const { statusCode } = reply
      if (request.routeOptions.config.action !== 'public' || statusCode < 400) return
      const outcome = statusCode === 429 ? 'limited' : statusCode === 404 ? 'refused_inviter' : 'refused_form'
      outcomes.inc({ outcome })
    })

    serve(
      app,
      externalInitRoute,
      async ({ query }) => {
        const { user, link } = await inviterOf(query.inviter_id)
        const insurances = await db
          .selectFrom('insurances')
          .select(['id', 'name'])
          .where('id', 'in', [...EXTERNAL_INSURANCES])
          .where('active', '=', true)
          .orderBy('id')
          .execute()
        const settings = await readSettings(db)
        outcomes.inc({ outcome: 'opened' })
        const controller = controllerOf(context, settings)
        const inviter = { name: user.name, isStaff: isStaffScope(scopeOf(user)) }
        return {
          name: inviter.name,
          stamp: stampOf(link.secret, context.now()),
          consent: {
            version: CONSENT_VERSION,
            text: consentParagraphs(controller, inviter).join('\n\n'),
            label: CONSENT_LABEL,
          },
          health_consent: {
            version: HEALTH_CONSENT_VERSION,
            text: healthConsentParagraphs(controller, inviter).join('\n\n'),
            label: HEALTH_CONSENT_LABEL,
          },
          insurances,
          controller,
          brokerage: presentedBrokerage(context, settings),
          cep: context.integrations.cep !== null,
          inviter_is_staff: inviter.isStaff,
        }
      },
      { onRequest: (request, reply) => opened(request, reply) },
    )

    serve(
      app,
      externalIndicationRoute,
      async ({ body, request, reply }) => {
        if (body.withAuth === 1) return submitWithLogin(request, body)
        const key = request.headers['idempotency-key']
        const network = networkOf(request.ip)
        const line = { network, person: personOf(body.client) }
        const nowMs = context.now()
        const before = sendings.further(line, nowMs)
        if (before === null) await sent(request, reply)
        const { outcome, answer } = await submitByLink(context, {
          body,
          key: key === undefined ? null : String(key),
          limit: async () => {
            if (before !== null) return before
            await sentByLink(request, reply, body.inviter_id)
            // Both count, also where the first one is over already.
            const ofPlace = await flood(request, `${network} ${body.inviter_id}`)
            const ofLink = await floodOfLink(request, body.inviter_id)
            const isHeld = ofPlace !== null || ofLink !== null
            sendings.begin(line, isHeld, nowMs)
            return { isHeld }
          },
        })
        outcomes.inc({ outcome })
        return answer
      },
      {
        bodyLimit: BODY_LIMIT,
        onRequest: (request, reply) => asked(request, reply),
      },
    )

    serve(
      app,
      externalCepRoute,
      async ({ body, request }) => {
        await inviterOf(body.inviter_id)
        const warn = (reason: string) => request.log.warn({ reason }, 'CEP service did not answer')
        return { data: { items: await addressOfCep(context, body.cep, warn) } }
      },
      { bodyLimit: BODY_LIMIT, onRequest: (request, reply) => cep(request, reply) },
    )

    serve(app, externalLinkRoute, async ({ request }) => {
      const { code } = await linkOfUser(context, request.session.user.id)
      return { url: urlOf(request, code) }
    })

    serve(app, renewExternalLinkRoute, async ({ request }) => {
      const { code } = await renewLink(context, request.session.user.id)
      return { url: urlOf(request, code) }
    })

    serve(app, externalNewsRoute, async ({ request }) => linkNews(context, request.session.user))

    serve(app, externalMailRoute, async ({ body, request, reply }) => {
      const { id, name } = request.session.user
      await mailed(request, reply, String(id))
      const { code } = await linkOfUser(context, id)
      const recipient = body.externalMail
      const link = urlOf(request, code)
      await db.transaction().execute(async (tx) => {
        const brokerage = await readBrokerage(tx)
        await queueMail(tx, {
          userId: null,
          inviterId: id,
          purpose: 'external_link',
          recipient,
          letter: externalLinkLetter(name, brokerage.name, link),
          nowMs: context.now(),
        })
      })
      const mail = mailedTo(context, { recipient, link })
      return { message: mail.way === 'queued' ? MAIL_WILL_GO : copyWords(mail), mail }
    })
  }
}
