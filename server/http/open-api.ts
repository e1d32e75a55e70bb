/** The API's OpenAPI description, from the schemas of its routes: a page at `/api/docs`, JSON at `/api/docs/json`. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { errorBodySchema } from '../../src/contract/errors.ts'

/** Register it before the routes. Does nothing when `wanted` is false. */
export async function documentApi(app: FastifyInstance, wanted: boolean): Promise<void> {
  if (!wanted) return
  app.addHook('onRoute', (route) => {
    const { action } = route.config ?? {}
    if (action === undefined) return
    const { response } = route.schema ?? {}
    const answers = typeof response === 'object' ? response : {}
    route.schema = {
      ...route.schema,
      response: { ...answers, '4xx': errorBodySchema },
      ...(action === 'public' && route.schema?.security === undefined ? { security: [] } : {}),
    }
  })
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Farol',
        version: '1',
        description:
          'API REST do Farol. Entre com POST /api/login e envie o token em "Authorization: Bearer …". ' +
          'Erros são {message, code, errors?}.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          proposalKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'Chave do sistema da concessionária, feita em Parceiros.',
          },
          phoneToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'Chave da central telefônica (PHONE_TOKEN).',
          },
        },
      },
      security: [{ token: [] }],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  // The page uses the app's content security policy. The plugin's own one would upgrade http to https.
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
}
