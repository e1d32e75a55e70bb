/** Wrong keys of programs wait like wrong passwords: docs/rules.md#quotas */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { secretDigest } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { tooManyAttempts } from '../context/refusal.ts'
import { LoginAttempts } from '../session/login-attempts.ts'

type Attempts = Pick<AppContext, 'security' | 'now'>

/** Distinguishes one key from another, but not one guess of a key from the next. */
const PREFIX_LENGTH = 12
/** Right keys that are remembered: more than all systems of a brokerage have. */
const MOST_KNOWN = 1000
const prefixOf = (key: string | null) => (key ?? '').slice(0, PREFIX_LENGTH)

/**
 * Counts wrong keys by the caller's network and their first characters. A right key is not counted, because its system
 * may deliver many proposals at once. A key of the environment that was right in this process never waits; until then it waits
 * after too many wrong ones like these, since people choose such keys. Keys that Farol made are not asked here before they
 * are looked up.
 */
export function keyAttempts({ security, now }: Attempts) {
  const attempts = new LoginAttempts()
  /** Digests of keys that were right. */
  const known = new Set<string>()
  const digestOf = (key: string | null) => secretDigest(key ?? '').toString('base64')
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
    /** Throws Refusal `too_many_attempts` with `Retry-After` after too many wrong ones. Counts nothing. */
    admit: (request: FastifyRequest, reply: FastifyReply, key: string | null): void => {
      if (!known.has(digestOf(key))) wait(request, reply, attempts.waitSeconds(callerOf(request, key), now()))
    },
    wasRight: (key: string | null): void => {
      if (known.size < MOST_KNOWN) known.add(digestOf(key))
    },
    /** Counts a wrong key. Throws Refusal `too_many_attempts` as `admit`. */
    countWrong: (request: FastifyRequest, reply: FastifyReply, key: string | null): void => {
      known.delete(digestOf(key))
      wait(request, reply, attempts.begin(callerOf(request, key), now()).waitSeconds)
      security.note('key_refused', factsOf(request))
    },
  }
}
export type KeyAttempts = ReturnType<typeof keyAttempts>
