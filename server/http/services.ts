/** Calls to external services: CEP addresses, the phone system, and the list of available services. */
import type { FastifyPluginAsync } from 'fastify'
import { cepRoute } from '../../src/contract/cep.ts'
import { callReportRoute, integrationsRoute, phoneCallRoute } from '../../src/contract/telephony.ts'
import { isManagement } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { takeReport } from '../commands/lead/call-report.ts'
import type { AppContext } from '../context/app-context.ts'
import { forbidden, notConfigured, notFound, Refusal, refusedField, unavailable } from '../context/refusal.ts'
import { addressOfCep } from '../integrations/cep/known-address.ts'
import { offeredIntegrations } from '../integrations/integrations.ts'
import { placeCall } from '../queries/calls.ts'
import { serve } from '../wire/serve.ts'
import { asksForKey } from './bearer.ts'
import { keyAttempts } from './key-attempts.ts'

const NO_TELEPHONY = 'A central telefônica não está configurada neste servidor.'
const TELEPHONY_SILENT = 'A central telefônica não respondeu. Tente de novo.'
const TELEPHONY_REFUSED = 'A central telefônica recusou a ligação.'
const CALL_TAKEN = 'Esta ligação é de outra pessoa.'
const REPORTS = {
  closed: 'O aviso de resultado de ligações não está configurado neste servidor.',
  wrong: 'A chave da central telefônica não confere.',
}

/** A user may ring itself. Management may ring others. */
const mayRing = (user: SessionUser, login: string) =>
  isManagement(roleOf(user)) || user.login.toLowerCase() === login.trim().toLowerCase()

export function serviceRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const { telephony } = context.integrations

  return async (app) => {
    serve(app, integrationsRoute, () => offeredIntegrations(db, context.config))

    serve(app, cepRoute, async ({ body, request }) => {
      const warn = (reason: string) => request.log.warn({ reason }, 'CEP service did not answer')
      return { data: { items: await addressOfCep(context, body.cep, warn) } }
    })

    serve(
      app,
      phoneCallRoute,
      async ({ body, request }) => {
        if (!mayRing(request.session.user, body.user)) throw forbidden()
        if (telephony === null) throw notConfigured(NO_TELEPHONY)
        const { extension, user, call_id = crypto.randomUUID() } = body
        // The call is recorded first, since the phone system may report it before it answers.
        const call = { uid: call_id, userId: request.session.user.id, nowMs: context.now() }
        if (!(await placeCall(db, call))) throw refusedField('call_id', CALL_TAKEN)
        const answer = await telephony({ extension, user, call_id })
        if (answer.kind === 'ok') return { message: answer.message ?? 'Ligação iniciada.' }
        if (answer.kind === 'refused') throw new Refusal('rule', answer.message ?? TELEPHONY_REFUSED)
        request.log.warn({ reason: answer.reason }, 'phone system did not answer')
        throw unavailable(TELEPHONY_SILENT)
      },
      {
        // REST clients show `mensagem` for each error.
        preSerialization: async (_request, reply, payload) =>
          reply.statusCode >= 400 && hasMessage(payload)
            ? { ...payload, mensagem: payload.message }
            : payload,
      },
    )

    const reportKey = context.config.integrations.phone?.token ?? null
    serve(
      app,
      callReportRoute,
      async ({ body }) => {
        const { call_id: uid, status, duration } = body
        const report = { uid, status, duration }
        const isKnown = await db.transaction().execute((tx) => takeReport(tx, report, context.now()))
        if (!isKnown) throw notFound()
        return { message: 'Resultado registrado.' }
      },
      { onRequest: asksForKey(reportKey === null ? [] : [reportKey], REPORTS, keyAttempts(context)) },
    )
  }
}

const hasMessage = (payload: unknown): payload is { message: string } =>
  typeof payload === 'object' && payload !== null && 'message' in payload
