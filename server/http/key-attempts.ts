/** Wrong keys of programs wait like wrong passwords: docs/rules.md#quotas */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { LoginAttempts } from '../session/login-attempts.ts'
import { tooManyAttempts } from './errors.ts'

type Attempts = Pick<AppContext, 'security' | 'now'>

/** What tells one key from another, and no guess of a key from the next. */
const PREFIX_LENGTH = 12
const prefixOf = (key: string | null) => (key ?? '').slice(0, PREFIX_LENGTH)

/**
 * Counts wrong keys by the caller's network and their first characters. A right key is not counted: its system may deliver
 * many at once.
 */
export function keyAttempts({ security, now }: Attempts) {
  const attempts = new LoginAttempts()
  const callerOf = (request: FastifyRequest, key: string | null) => ({
    login: prefixOf(key),
    address: request.ip,
    knownDevice: null,
  })
  const factsOf = (request: FastifyRequest) => ({
    route: request.routeOptions.url ?? '',
    address: security.digest(request.ip),
  })
  const wait = (request: FastifyRequest, reply: FastifyReply, seconds: number) => {
    if (seconds <= 0) return
    security.note('key_limited', factsOf(request))
    reply.header('retry-after', seconds)
    throw tooManyAttempts(seconds)
  }
  return {
    /** Throws HttpError 429 with `Retry-After` after too many wrong ones. Counts nothing. */
    admit: (request: FastifyRequest, reply: FastifyReply, key: string | null): void =>
      wait(request, reply, attempts.waitSeconds(callerOf(request, key), now())),
    /** Counts a wrong key. Throws HttpError 429 as `admit`. */
    countWrong: (request: FastifyRequest, reply: FastifyReply, key: string | null): void => {
      wait(request, reply, attempts.begin(callerOf(request, key), now()).waitSeconds)
      security.note('key_refused', factsOf(request))
    },
  }
}
export type KeyAttempts = ReturnType<typeof keyAttempts>
