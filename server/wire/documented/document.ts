/**
 * Gives the API's document its words: of each call summary, description and errors, of each field meaning and example.
 * The schemas come from the declarations.
 */
import { z } from 'zod'
import { errorBodySchema, errorCodeSchema } from '../../../src/contract/errors.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { ACTIONS } from '../../../src/domain/permissions/actions.ts'
import { ROLE_NAMES } from '../../../src/domain/permissions/role-names.ts'
import { EVERYONE } from '../../../src/domain/permissions/roles.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import { withDetails } from './details.ts'
import { errorsOf } from './errors.ts'
import { isHidden } from './fields/by-operation.ts'
import { type CallPlace, type FieldPlace, fieldText } from './fields.ts'
import { formOf } from './forms.ts'
import { type ErrorText, NO_TEXT, type OperationText, type RegisteredCall } from './operation.ts'
import { operationName, operationText } from './operations.ts'
import { exampleOf, isNode, isScalar, type Node, nodesOf, tidied } from './schema.ts'
import { placeOf, SYNC_SCHEMAS, withSyncSchemas } from './sync/rows.ts'

/** The schema with all fields in it described. */
function described(schema: Node, at: FieldPlace): Node {
  const tidy = tidied(schema)
  const { properties, items, additionalProperties } = tidy
  const inside = (value: unknown) => (isNode(value) ? described(value, at) : value)
  const unions = ['anyOf', 'oneOf', 'allOf'].filter((key) => Array.isArray(tidy[key]))
  return {
    ...tidy,
    ...(isNode(properties) ? { properties: describedFields(properties, at) } : {}),
    ...(items === undefined ? {} : { items: inside(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: inside(additionalProperties) }),
    ...Object.fromEntries(unions.map((key) => [key, nodesOf(tidy[key]).map(inside)])),
  }
}

const describedFields = (fields: Node, at: FieldPlace): Node =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !isHidden(at.operation, name))
      .map(([name, schema]) => [name, describedField(schema, { ...at, path: [...at.path, name] })]),
  )

function describedField(schema: unknown, at: FieldPlace): Node {
  const given = withDetails(schema, at.operation, at.path)
  const field = withSyncSchemas(described(isNode(given) ? given : {}, at), at)
  const text = fieldText(at, field)
  const { description = text?.description, example } = field
  const shown = example ?? (isScalar(field) ? exampleOf(field, text?.examples ?? []) : undefined)
  return {
    ...field,
    ...(description === undefined ? {} : { description }),
    ...(shown === undefined ? {} : { example: shown }),
  }
}

/** A parameter of path or query: its schema has the example, itself the description. */
function describedParameter(parameter: Node, place: CallPlace): Node {
  const { title, description, ...schema } = describedField(parameter.schema, {
    ...place,
    path: [String(parameter.name)],
    isAsked: parameter.in === 'query',
  })
  const words = parameter.in === 'path' && typeof title === 'string' ? `${title}.` : description
  return { ...parameter, ...(words === undefined ? {} : { description: words }), schema }
}

/** `content` with the schemas of all its media types described. */
const describedContent = (content: unknown, place: CallPlace): Node =>
  Object.fromEntries(
    Object.entries(isNode(content) ? content : {}).map(([type, media]) => {
      const { schema, ...rest } = isNode(media) ? media : {}
      return [type, { ...rest, schema: described(isNode(schema) ? schema : {}, { ...place, path: [] }) }]
    }),
  )

const ERROR = { $ref: '#/components/schemas/Erro' }

const examplesOf = (texts: readonly ErrorText[]): Node =>
  Object.fromEntries(texts.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]))

function errorResponse(texts: readonly ErrorText[]): Node {
  const [only] = texts
  const lines = texts.map(({ code, sentence }) => `- \`${code}\`: ${sentence}`)
  return {
    description:
      texts.length === 1 && only !== undefined ? `\`${only.code}\`: ${only.sentence}` : lines.join('\n'),
    content: { 'application/json': { schema: ERROR, examples: examplesOf(texts) } },
  }
}

const DONE = 'O pedido deu certo.'

/** The answer where all went well. */
function success(route: RouteSpec, place: CallPlace, given: unknown): Node {
  const { answer, status = 200 } = route
  if (answer === 'nothing') return { 204: { description: 'Feito. A resposta não tem conteúdo.' } }
  if ('file' in answer) {
    const schema = { type: 'string', ...(answer.file.startsWith('text/') ? {} : { format: 'binary' }) }
    return { 200: { description: DONE, content: { [answer.file]: { schema } } } }
  }
  const { content } = isNode(given) ? given : {}
  return { [status]: { description: DONE, content: describedContent(content, place) } }
}

function responsesOf(
  route: RouteSpec,
  { text, place }: { readonly text: OperationText | null; readonly place: CallPlace },
  given: Node,
): Node {
  const { status = 200 } = route
  const byStatus = Map.groupBy(errorsOf(route, text ?? NO_TEXT), (one) => one.status)
  return {
    ...success(route, place, given[status]),
    ...Object.fromEntries([...byStatus].map(([code, texts]) => [code, errorResponse(texts)])),
  }
}

/** What the description says of a call that needs a confirmation. */
const CONFIRMS = {
  always: 'Pede a confirmação com a própria senha (`POST /api/sessions/confirm`).',
  account:
    'Pede a confirmação com a própria senha (`POST /api/sessions/confirm`) quando mexe em e-mail, telefone, situação, perfil, equipe, link ou sessões de uma conta.',
  discard:
    'Pede a confirmação com a própria senha (`POST /api/sessions/confirm`) quando liga o descarte sem contato ou encurta o prazo dele.',
} as const

/** What it says of a call that makes one row for each key: docs/rules.md#sent-again */
const ONCE =
  'Com o mesmo cabeçalho `Idempotency-Key` e o mesmo corpo, a chamada repetida responde o registro que a primeira criou.'

/** Who may call it; nothing where everyone may. */
function rolesWords({ action }: RouteSpec): string[] {
  if (action === 'public' || ACTIONS[action].length === EVERYONE.length) return []
  const roles: readonly number[] = ACTIONS[action]
  const names = ROLE_NAMES.filter(({ id }) => roles.includes(id)).map(({ name }) => name)
  return [`Perfis: ${names.join(', ')}.`]
}

function headersOf({ confirms, once }: RouteSpec, text: OperationText | null): Node[] {
  const header = (name: string, description: string, example: string, required = false): Node => ({
    in: 'header',
    name,
    required,
    description,
    schema: { type: 'string', example },
  })
  return [
    ...(confirms === undefined
      ? []
      : [
          header(
            CONFIRMATION_HEADER,
            'A confirmação de `POST /api/sessions/confirm`. Vale cinco minutos.',
            'c0nf1rmacaoDeExemplo',
            confirms === 'always',
          ),
        ]),
    ...(text?.isRepeatable === true || once === true
      ? [
          header(
            'idempotency-key',
            'Uma chave sua para este pedido, de 8 a 64 letras, dígitos e `_.:-`. Repetida com a mesma chave, a chamada não faz nada de novo.',
            'pedido-2026-10-05-001',
          ),
        ]
      : []),
  ]
}

function bodyOf({ consumes }: RouteSpec, place: CallPlace, given: unknown): Node {
  if (consumes !== undefined) {
    const schema = described(formOf(place.operation), { ...place, path: [] })
    return { requestBody: { required: true, content: { [consumes]: { schema } } } }
  }
  if (!isNode(given)) return {}
  return { requestBody: { ...given, content: describedContent(given.content, place) } }
}

function describedOperation(operation: Node, { route, words }: RegisteredCall): Node {
  const name = operationName(route)
  const text = words?.text ?? operationText(name)
  const place = { operation: name, meanings: words?.meanings }
  const { summary, description } = text ?? {}
  const parts = [
    ...(description === undefined ? [] : [description]),
    ...(route.confirms === undefined ? [] : [CONFIRMS[route.confirms]]),
    ...(route.once === true ? [ONCE] : []),
    ...rolesWords(route),
  ]
  const parameters = [
    ...nodesOf(operation.parameters).map((parameter) => describedParameter(parameter, place)),
    ...headersOf(route, text),
  ]
  const { requestBody, responses, parameters: _, ...rest } = operation
  return {
    ...rest,
    ...(summary === undefined ? {} : { summary }),
    ...(text === null ? {} : { description: parts.join('\n\n') }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(route, place, requestBody),
    responses: responsesOf(route, { text, place }, isNode(responses) ? responses : {}),
  }
}

/** A body for each code of an error, once for all calls. */
export const errorExamples = (): Record<string, { value: Node }> =>
  Object.fromEntries(
    errorCodeSchema.options.map((code) => [
      code,
      {
        value: {
          message: 'A frase para o usuário.',
          code,
          ...(code === 'invalid' ? { errors: { campo: ['A frase deste campo.'] } } : {}),
        },
      },
    ]),
  )

/** The body of every error, once for all calls. */
export function errorSchema(): Node {
  const { $schema: _, ...schema } = z.toJSONSchema(errorBodySchema, { target: 'openapi-3.0' })
  return described(schema, { operation: 'error', path: [] })
}

/** The rows, catalogues and commands of the sync, once for all calls. */
export const syncSchemas = (): Record<string, Node> =>
  Object.fromEntries(
    Object.entries(SYNC_SCHEMAS).map(([name, schema]) => [name, described(schema, placeOf(name))]),
  )

/** Changes the calls of the document in place. `calls` has them by method and address ('GET /api/…'). */
export function describeOperations(paths: unknown, calls: ReadonlyMap<string, RegisteredCall>): void {
  for (const [path, item] of Object.entries(isNode(paths) ? paths : {})) {
    if (!isNode(item)) continue
    for (const [method, operation] of Object.entries(item)) {
      const call = calls.get(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
      if (call !== undefined && isNode(operation)) item[method] = describedOperation(operation, call)
    }
  }
}
