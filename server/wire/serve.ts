/** Registers a handler under the declaration of its call: role check, parsing and documentation follow from it. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { fieldName, messageOfFields } from '../../src/contract/field-names.ts'
import type { Answered, Parsed, RouteSpec } from '../../src/contract/route.ts'
import { withoutBlanks } from './blank-values.ts'
import type { OwnWords } from './documented/operation.ts'
import type { Documented } from './documented/operations.ts'
import { HttpError } from './errors.ts'

export interface Asked<Spec extends RouteSpec> {
  readonly params: Parsed<Spec['params']>
  readonly query: Parsed<Spec['query']>
  readonly body: Parsed<Spec['body']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a route needs of Fastify besides its declaration, and its words where no table has them. */
type ServeOptions = { readonly words?: OwnWords | undefined } & Pick<
  RouteShorthandOptions,
  | 'bodyLimit'
  | 'errorHandler'
  | 'exposeHeadRoute'
  | 'onRequest'
  | 'preParsing'
  | 'preSerialization'
  | 'preValidation'
>

type PartName = 'params' | 'body' | 'query'

/** Sentences by field path. A problem of a whole part is under the part's name. */
function sentencesOf(error: z.ZodError, part: PartName): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.') || part
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}

/** A parameter's name is in its schema: a number may be a lead's or a client's. */
function parameterName(schema: z.ZodType): (path: string) => string | null {
  const titles = schema instanceof z.ZodObject ? schema.shape : {}
  return (path) => z.globalRegistry.get(titles[path])?.title ?? fieldName(path)
}

/** Parses one part of a request. Throws HttpError 400 with a sentence for each wrong field. */
function parse<Spec extends RouteSpec, Part extends PartName>(
  route: Spec,
  part: Part,
  given: unknown,
): Parsed<Spec[Part]>
function parse(route: RouteSpec, part: PartName, given: unknown): unknown {
  const schema = route[part]
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const errors = sentencesOf(parsed.error, part)
  const nameOf = part === 'params' ? parameterName(schema) : fieldName
  throw new HttpError(400, 'invalid', messageOfFields(errors, nameOf), errors)
}

/** The schemas are in the documentation; `serve` parses with them itself, typed by the declaration. */
const documentedOnly = () => (value: unknown) => ({ value })
/** The API tests parse the answers by their schemas; encoding by them too would only cost. */
const asJson = () => (answer: unknown) => JSON.stringify(answer)

/**
 * A call without a text in the documentation does not compile. `handle` returns the answer before its schema is applied; with the answer 'file' whatever Fastify can send. It may
 * send the answer itself and return the reply.
 */
export function serve<const Spec extends RouteSpec>(
  app: FastifyInstance,
  route: Spec & Documented<Spec>,
  handle: (asked: Asked<Spec>) => Promise<Answered<Spec> | FastifyReply>,
  { words, ...options }: ServeOptions = {},
): void {
  const {
    method,
    path,
    action,
    confirms,
    tag,
    params,
    query,
    body,
    consumes,
    answer,
    status,
    key,
  }: RouteSpec = route
  app.route({
    ...options,
    method,
    url: path,
    config: { action, declared: route, words, ...(confirms === undefined ? {} : { confirms }) },
    validatorCompiler: documentedOnly,
    serializerCompiler: asJson,
    schema: {
      tags: [tag],
      ...(key === undefined ? {} : { security: [{ [key]: [] }] }),
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      ...(consumes === undefined ? {} : { consumes: [consumes] }),
      ...(answer instanceof z.ZodType ? { response: { [status ?? 200]: answer } } : {}),
      ...(typeof answer === 'object' && 'file' in answer ? { produces: [answer.file] } : {}),
    },
    handler: async (request, reply) => {
      const answered = await handle({
        params: parse(route, 'params', request.params),
        // A missing body is described as a wrong one, not as a missing field.
        body: parse(route, 'body', request.body ?? null),
        query: parse(route, 'query', withoutBlanks(request.query)),
        request,
        reply,
      })
      if (status !== undefined) reply.code(status)
      if (answer === 'nothing') return reply.code(204).send()
      return answered
    },
  })
}
