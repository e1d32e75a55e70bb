/** Builds the Fastify app: plugins, hooks, one route file an area. It does not listen; start-server.ts and tests do. */
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import helmet from 'helmet'
import { CONFIRMATION_HEADER } from '../../src/domain/session/confirmation.ts'
import { ANSWER_LIMITS, type AnswerLimits } from '../assistant/answer.ts'
import { speakPortuguese } from '../base/portuguese.ts'
import { LOG_BASE } from '../base/say.ts'
import type { AppContext } from '../context/app-context.ts'
import { errorForLog } from '../context/error-for-log.ts'
import { unavailable } from '../context/refusal.ts'
import { absenceRoutes } from '../http/absences.ts'
import { accountRoutes } from '../http/accounts.ts'
import { administrationRoutes } from '../http/administration.ts'
import { serveAppFiles } from '../http/app-files.ts'
import { assistantRoutes } from '../http/assistant.ts'
import { auditRoutes } from '../http/audit.ts'
import { automationRoutes } from '../http/automations.ts'
import { boardRoutes } from '../http/board.ts'
import { calendarRoutes } from '../http/calendar.ts'
import { clientMergeRoutes } from '../http/client-merges.ts'
import { clientRoutes } from '../http/clients.ts'
import { countStatements } from '../http/count-statements.ts'
import { deviceKeyRoutes } from '../http/device-keys.ts'
import { deviceRoutes } from '../http/devices.ts'
import { dossierRoutes } from '../http/dossier.ts'
import { exportRoutes } from '../http/exports.ts'
import { externalRoutes } from '../http/external.ts'
import { fileRoutes } from '../http/files.ts'
import { firstStepRoutes } from '../http/first-steps.ts'
import { handOverRoutes } from '../http/hand-over.ts'
import { heldIndicationRoutes } from '../http/held-indications.ts'
import { importRoutes } from '../http/imports.ts'
import { insurerRoutes } from '../http/insurers.ts'
import { leadActionRoutes } from '../http/lead-actions.ts'
import { leadCreationRoutes } from '../http/lead-creation.ts'
import { leadUpdateRoutes } from '../http/lead-update.ts'
import { leadVerificationRoutes } from '../http/lead-verification.ts'
import { logRequest } from '../http/log-request.ts'
import { mailFileRoutes } from '../http/mail-files.ts'
import { managedUserRoutes } from '../http/managed-users.ts'
import { noticeRoutes } from '../http/notices.ts'
import { documentApi } from '../http/open-api.ts'
import { operationRoutes } from '../http/operations.ts'
import { partnerKeyRoutes } from '../http/partner-keys.ts'
import { passkeyRoutes } from '../http/passkeys.ts'
import { personalDataRoutes } from '../http/personal-data.ts'
import { privacyRoutes } from '../http/privacy.ts'
import { proposalRoutes } from '../http/proposals.ts'
import { pushRoutes } from '../http/push.ts'
import { quoteRoutes } from '../http/quotes.ts'
import { receiptRoutes } from '../http/receipt.ts'
import { referenceRoutes } from '../http/reference.ts'
import { renewalRoutes } from '../http/renewals.ts'
import { screenSettingRoutes } from '../http/screen-settings.ts'
import { secondFactorRoutes } from '../http/second-factor.ts'
import { serviceRoutes } from '../http/services.ts'
import { sessionRoutes } from '../http/session.ts'
import { settingRoutes } from '../http/settings.ts'
import { signInRoutes } from '../http/sign-in.ts'
import { syncRoutes } from '../http/sync.ts'
import { transferRoutes } from '../http/transfers.ts'
import { userRoutes } from '../http/users.ts'
import { webhookRoutes } from '../http/webhooks.ts'
import { whatsAppRoutes } from '../http/whatsapp.ts'
import { reportRoutes } from '../reports/calls/reports.ts'
import { authenticate } from '../wire/authenticate.ts'
import { readCalls } from '../wire/calls.ts'
import { answerError, unknownAddress } from '../wire/errors.ts'
import { acceptEmptyJson } from '../wire/json-body.ts'
import {
  answerClientError,
  ignoreExpectations,
  limitBody,
  REQUEST_LIMITS,
  type RequestLimits,
  requireHost,
  serverLimits,
} from '../wire/request-limits.ts'
import { collapsedLog } from './collapsed-log.ts'

const STOPPING = 'O servidor está reiniciando. Tente de novo em instantes.'

const BODY_LIMIT = 2 * 1024 * 1024
const YEAR_SECONDS = 365 * 86_400

const isHttps = ({ config }: AppContext) => config.publicUrl?.startsWith('https:') === true

/** Inline scripts are forbidden. Mantine needs inline styles. http://localhost must not be upgraded to https. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    workerSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

export interface AppOptions {
  readonly limits?: RequestLimits
  /** Of the assistant's answers. */
  readonly answerLimits?: AnswerLimits
  /** Receives the log lines; the process's output by default. */
  readonly log?: { write(line: string): void }
  /** Called with each route as it is added. */
  readonly onRoute?: (route: RouteOptions) => void
}

export async function buildApp(
  context: AppContext,
  { limits = REQUEST_LIMITS, answerLimits = ANSWER_LIMITS, log, onRoute }: AppOptions = {},
): Promise<FastifyInstance> {
  speakPortuguese()
  const collapsed = collapsedLog()
  const app = Fastify({
    ...serverLimits(limits),
    bodyLimit: BODY_LIMIT,
    trustProxy: context.config.trustProxy ?? false,
    forceCloseConnections: 'idle',
    logger: {
      level: context.config.logLevel,
      base: LOG_BASE,
      redact: ['req.headers.authorization', 'req.headers.cookie', `req.headers["${CONFIRMATION_HEADER}"]`],
      serializers: { err: errorForLog },
      hooks: { logMethod: collapsed.logMethod },
      ...(log === undefined ? {} : { stream: log }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify runs no hook for requests that it refuses itself, such as a path that can't be decoded.
    frameworkErrors: (error, request, reply) => {
      limitBody(request, reply, limits)
      answerError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
    // Its own answer has no sentence.
    return503OnClosing: false,
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onClose', async () => collapsed.end())
  if (onRoute !== undefined) app.addHook('onRoute', onRoute)
  app.setErrorHandler(answerError)
  ignoreExpectations(app.server)
  acceptEmptyJson(app)
  readCalls(app)
  countStatements(app, context)
  app.addHook('onRequest', async (request, reply) => {
    limitBody(request, reply, limits)
    // The app's files, which browsers may cache, overwrite this header.
    reply.header('cache-control', 'no-store')
    if (isClosing) throw unavailable(STOPPING)
    requireHost(request)
    // The body of a request to an unknown address is not read.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') throw unknownAddress()
  })
  app.addHook('onError', async (_request, _reply, error) => context.health.note(error))
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    context.metrics.requests.observe(labels, reply.elapsedTime / 1000)
    if (context.config.logRequests) logRequest(request, reply)
  })

  // Made once. Fastify's plugin makes it anew for each request, at a twentieth of the server's time.
  const protect = helmet({
    contentSecurityPolicy,
    strictTransportSecurity: isHttps(context) ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async ({ raw }, reply) => {
    protect(raw, reply.raw, (error) => {
      if (error !== undefined) throw error
    })
  })
  await app.register(compress, {
    // No device compresses its requests. A compressed body could be a decompression bomb.
    globalDecompression: false,
    // Compressing a smaller answer costs more than its bytes.
    threshold: 4096,
    // zstd takes a third of Brotli's time for a page of a first sync, and gives about as many bytes.
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await documentApi(app, context.config.apiDocs)
  await app.register(operationRoutes(context))
  await app.register(
    async (api) => {
      authenticate(api, context)
      await api.register(signInRoutes(context))
      await api.register(sessionRoutes(context))
      await api.register(secondFactorRoutes(context))
      await api.register(passkeyRoutes(context))
      await api.register(accountRoutes(context))
      await api.register(noticeRoutes(context))
      await api.register(pushRoutes(context))
      await api.register(absenceRoutes(context))
      await api.register(calendarRoutes(context))
      await api.register(referenceRoutes(context))
      await api.register(syncRoutes(context))
      await api.register(boardRoutes(context))
      await api.register(dossierRoutes(context))
      await api.register(leadActionRoutes(context))
      await api.register(leadCreationRoutes(context))
      await api.register(externalRoutes(context))
      await api.register(receiptRoutes(context))
      await api.register(heldIndicationRoutes(context))
      await api.register(leadUpdateRoutes(context))
      await api.register(clientRoutes(context))
      await api.register(deviceRoutes(context))
      await api.register(deviceKeyRoutes(context))
      await api.register(handOverRoutes(context))
      await api.register(clientMergeRoutes(context))
      await api.register(personalDataRoutes(context))
      await api.register(userRoutes(context))
      await api.register(managedUserRoutes(context))
      await api.register(transferRoutes(context))
      await api.register(serviceRoutes(context))
      await api.register(partnerKeyRoutes(context))
      await api.register(proposalRoutes(context))
      await api.register(quoteRoutes(context))
      await api.register(fileRoutes(context))
      await api.register(leadVerificationRoutes(context))
      await api.register(administrationRoutes(context))
      await api.register(settingRoutes(context))
      await api.register(firstStepRoutes(context))
      await api.register(mailFileRoutes(context))
      await api.register(privacyRoutes(context))
      await api.register(screenSettingRoutes(context))
      await api.register(auditRoutes(context))
      await api.register(reportRoutes(context))
      await api.register(insurerRoutes(context))
      await api.register(webhookRoutes(context))
      await api.register(automationRoutes(context))
      await api.register(whatsAppRoutes(context))
      await api.register(renewalRoutes(context))
      await api.register(exportRoutes(context))
      await api.register(importRoutes(context))
      await api.register(assistantRoutes(context, answerLimits))
    },
    { prefix: '/api' },
  )
  await serveAppFiles(app, context)
  return app
}
