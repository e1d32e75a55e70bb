/**
 * Each answer that a test receives from a call is as the API's document says: an error by status and code, and every body by
 * its schema. tests/api/security/matrix.test.ts asks every call in all roles.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Meanings } from '../../../server/records/meaning.ts'
import { errorsOf } from '../../../server/wire/documented/errors.ts'
import { NO_TEXT } from '../../../server/wire/documented/operation.ts'
import { operationName, operationText } from '../../../server/wire/documented/operations.ts'
import { isNode, type Node } from '../../../server/wire/documented/schema.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'

const codeIn = (body: unknown): string | undefined => errorBodySchema.safeParse(body).data?.code

/** OpenAPI 3.0 as JSON schema: null is a type, and an exclusive bound a number. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema)
  if (!isNode(value)) return value
  const { nullable, example: _, exclusiveMinimum, exclusiveMaximum, ...rest } = value
  const schema: Node = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, asJsonSchema(one)]))
  if (exclusiveMinimum === true) schema.exclusiveMinimum = rest.minimum
  if (exclusiveMaximum === true) schema.exclusiveMaximum = rest.maximum
  // A field of that name is none of the schema's own words.
  if (isNode(nullable)) return { ...schema, nullable: asJsonSchema(nullable) }
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema
}

const ID = 'farol'
/** Of this process: all its servers have one document. */
let made: { readonly ajv: Ajv; readonly paths: Node } | null = null

function documentOf(app: FastifyInstance) {
  if (made !== null) return made
  const described: unknown = app.swagger()
  const { paths, components } = isNode(described) ? described : {}
  const ajv = new Ajv({ strict: false, allErrors: false })
  formats.default(ajv)
  const document = asJsonSchema({ paths, components })
  if (!isNode(paths) || !isNode(document)) throw new Error('the server has no document')
  ajv.addSchema({ ...document, $id: ID })
  made = { ajv, paths }
  return made
}

const escaped = (part: string) =>
  part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')

interface Answer {
  readonly method: string
  readonly url: string
  readonly status: number
}

/** Returns a check of the body; undefined where the document has no JSON for the answer. */
function checkOf(app: FastifyInstance, { method, url, status }: Answer): ValidateFunction | undefined {
  const { ajv, paths } = documentOf(app)
  const path = url.replaceAll(/:(\w+)/g, '{$1}')
  const steps = [
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ]
  const found = steps.reduce<unknown>((node, step) => (isNode(node) ? node[step] : undefined), paths)
  return found === undefined ? undefined : ajv.getSchema(`${ID}#/paths/${steps.map(escaped).join('/')}`)
}

const isJson = (type: unknown) => String(type).startsWith('application/json')

/** `onRoute` watches a route's answers. `check` throws for those that the document lacks. */
export function documentedAnswers() {
  const missing = new Set<string>()
  const meanings = new Map<string, Meanings>()

  function onRoute(route: RouteOptions): void {
    const { declared, words } = route.config ?? {}
    if (declared === undefined) return
    const name = operationName(declared)
    if (words !== undefined) meanings.set(name, words.meanings)
    const known = new Set(
      errorsOf(declared, words?.text ?? operationText(name) ?? NO_TEXT).map(
        ({ status, code }) => `${status} ${code}`,
      ),
    )
    const earlier = route.onSend ?? []
    route.onSend = [
      ...(Array.isArray(earlier) ? earlier : [earlier]),
      async (request, reply, payload) => {
        // The answer to HEAD has no body.
        if (request.method === 'HEAD') return
        const { statusCode: status } = reply
        const body: unknown =
          isJson(reply.getHeader('content-type')) && typeof payload === 'string'
            ? JSON.parse(payload)
            : undefined
        if (status >= 400) {
          const error = `${status} ${codeIn(body) ?? 'without a code'}`
          if (!known.has(error)) return void missing.add(`${name}: ${error}`)
        }
        if (body === undefined) return
        const check = checkOf(request.server, { method: request.method, url: route.url, status })
        if (check === undefined) return void missing.add(`${name}: a body with ${status}`)
        if (check(body)) return
        for (const { instancePath, message, params } of check.errors ?? [])
          missing.add(`${name} ${status}${instancePath}: ${message} ${JSON.stringify(params)}`)
      },
    ]
  }

  return {
    onRoute,
    meanings,
    check: () => {
      if (missing.size === 0) return
      throw new Error(
        `Answered, and not as in the document: server/wire/documented, src/contract.\n${[...missing].join('\n')}`,
      )
    },
  }
}
