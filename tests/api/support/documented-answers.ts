/** Each error that a test receives from a call is in the API's document, by status and code. */
import type { RouteOptions } from 'fastify'
import { errorsOf } from '../../../server/wire/documented/errors.ts'
import { NO_TEXT } from '../../../server/wire/documented/operation.ts'
import { operationName, operationText } from '../../../server/wire/documented/operations.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'

const codeIn = (payload: unknown): string | undefined =>
  typeof payload === 'string' && payload.startsWith('{')
    ? errorBodySchema.safeParse(JSON.parse(payload)).data?.code
    : undefined

/** `onRoute` watches a route's answers. `check` throws for those that the document lacks. */
export function documentedAnswers() {
  const missing = new Set<string>()

  function onRoute(route: RouteOptions): void {
    const { declared } = route.config ?? {}
    if (declared === undefined) return
    const name = operationName(declared)
    const known = new Set(
      errorsOf(declared, operationText(name) ?? NO_TEXT).map(({ status, code }) => `${status} ${code}`),
    )
    const earlier = route.onSend ?? []
    route.onSend = [
      ...(Array.isArray(earlier) ? earlier : [earlier]),
      async ({ method }, reply, payload) => {
        // The answer to HEAD has no body with the code.
        if (reply.statusCode < 400 || method === 'HEAD') return
        const error = `${reply.statusCode} ${codeIn(payload) ?? 'without a code'}`
        if (!known.has(error)) missing.add(`${name}: ${error}`)
      },
    ]
  }

  return {
    onRoute,
    check: () => {
      if (missing.size === 0) return
      throw new Error(
        `Answered, and not in the document. Add them in server/wire/documented/operations:\n${[...missing].join('\n')}`,
      )
    },
  }
}
