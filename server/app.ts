/** The server put together: plugins by role, one route file an area. Listens to nothing: main.ts and the tests do. */
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AppContext } from './app-context.ts'
import { serveAppFiles } from './http/app-files.ts'
import { authenticate } from './http/authenticate.ts'
import { boardRoutes } from './http/board.ts'
import { answerErrors } from './http/errors.ts'
import { leadActionRoutes } from './http/lead-actions.ts'
import { operationRoutes } from './http/operations.ts'
import { referenceRoutes } from './http/reference.ts'
import { sessionRoutes } from './http/session.ts'
import { syncRoutes } from './http/sync.ts'

const BODY_LIMIT = 2 * 1024 * 1024

/** No inline scripts anywhere; Mantine sets inline styles. http://localhost must not be upgraded to https. */
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

export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: 'loopback',
    forceCloseConnections: true,
    logger: { level: context.config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    disableRequestLogging: true,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  // Response schemas are documentation; the API tests parse the answers with them. Encoding each row again would only cost.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  answerErrors(app)
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    context.metrics.requests.observe(labels, reply.elapsedTime / 1000)
  })

  await app.register(helmet, {
    contentSecurityPolicy,
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Farol', version: '1', description: 'API REST do Farol' },
      servers: [{ url: '/' }],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  await app.register(operationRoutes(context))
  await app.register(
    async (api) => {
      authenticate(api, context)
      await api.register(sessionRoutes(context))
      await api.register(referenceRoutes(context))
      await api.register(syncRoutes(context))
      await api.register(boardRoutes(context))
      await api.register(leadActionRoutes(context))
    },
    { prefix: '/api' },
  )
  await serveAppFiles(app, context.config.distDir)
  return app
}
