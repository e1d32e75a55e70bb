/** The API's OpenAPI description, from the declarations of its routes: a page at `/api/docs`, JSON at `/api/docs/json`. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { RouteSpec } from '../../src/contract/route.ts'
import { describeOperations, errorExamples, errorSchema, syncSchemas } from '../wire/documented/document.ts'
import type { OwnWords, RegisteredCall } from '../wire/documented/operation.ts'

const ABOUT = `API REST do Farol.

**Entrar.** \`POST /api/login\` responde um token. Envie-o em \`Authorization: Bearer …\` em todas as outras chamadas.

**Números e momentos.** Números são dígitos decimais. Momentos são ISO 8601 com fuso, dias são AAAA-MM-DD em São Paulo, valores em reais são decimais com ponto.

**Erros.** O corpo é \`{message, code, errors?}\`: uma frase em português, um código estável e, quando há, frases por campo. Reconheça um erro pelo código, nunca pela frase. Toda chamada pode responder também 408 e 431 (\`invalid\`), quando o pedido demora demais a chegar ou tem cabeçalhos grandes demais.

**Repetir.** Chamadas que aceitam \`Idempotency-Key\` podem ser repetidas sem medo quando a resposta se perde.`

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration that the route was registered with. */
    declared?: RouteSpec
    /** What the document says of it, where no table does. */
    words?: OwnWords | undefined
  }
}

/** Register it before the routes. Does nothing when `wanted` is false. */
export async function documentApi(app: FastifyInstance, wanted: boolean): Promise<void> {
  if (!wanted) return
  const calls = new Map<string, RegisteredCall>()
  app.addHook('onRoute', (route) => {
    const { declared, words } = route.config ?? {}
    if (declared === undefined) return
    calls.set(`${String(route.method)} ${route.url}`, { route: declared, words })
    if (declared.action === 'public' && route.schema?.security === undefined)
      route.schema = { ...route.schema, security: [] }
  })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Farol', version: '1', description: ABOUT },
      servers: [{ url: '/' }],
      components: {
        schemas: { Erro: errorSchema(), ...syncSchemas() },
        examples: errorExamples(),
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
    // The package's own `override` drops the parts of a union that a `preprocess` begins: only null was left of them.
    transform: createJsonSchemaTransform({
      zodToJsonConfig: { unrepresentable: 'any', override: () => {} },
    }),
    transformObject: (given) => {
      if (!('openapiObject' in given)) return {}
      describeOperations(given.openapiObject.paths, calls)
      return given.openapiObject
    },
  })
  // The page uses the app's content security policy. The plugin's own one would upgrade http to https.
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', filter: true },
  })
}
