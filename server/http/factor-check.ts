/** Tries at a second factor, limited like tries at a password, but by user: docs/rules.md#second-factor */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { tooManyAttempts } from '../context/refusal.ts'
import type { Caller } from '../session/login-attempts.ts'

export type Tried = { readonly userId: number } & (
  | {
      /** The device, if its login had a session on it before. */
      readonly knownDevice: string | null
    }
  /** What the tries are counted by, apart from those of sign-ins: a session that sets a factor up. */
  | { readonly about: string }
)

const callerOf = (tried: Tried): Caller => {
  if ('about' in tried) return { login: tried.about, address: tried.about, knownDevice: null }
  const login = String(tried.userId)
  return { login, address: `user ${login}`, knownDevice: tried.knownDevice }
}

export function factorCheck(context: AppContext) {
  const { factorAttempts: attempts, security } = context
  /**
   * Returns what `prove` found; false is a failed try. Throws 429. What `prove` throws is no try. The caller has the password already, so the tries of
   * all networks can count together: a stranger without it cannot lock a user out.
   */
  return async <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    tried: Tried,
    prove: () => Promise<Result | false>,
  ): Promise<Result | false> => {
    const attempt = attempts.begin(callerOf(tried), context.now())
    const facts = {
      user_id: tried.userId,
      route: request.routeOptions.url ?? '',
      address: security.digest(request.ip),
    }
    if (attempt.waitSeconds > 0) {
      security.note('second_factor_limited', facts)
      reply.header('retry-after', attempt.waitSeconds)
      throw tooManyAttempts(attempt.waitSeconds)
    }
    const proved = await prove().catch((error: unknown) => {
      attempt.takenBack()
      throw error
    })
    if (proved === false) security.note('second_factor_failed', facts)
    else attempt.succeeded()
    return proved
  }
}
