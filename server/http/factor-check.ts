/** Tries at a second factor, limited like tries at a password, but by user: docs/rules.md#second-factor */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { tooManyAttempts } from './errors.ts'

export interface Tried {
  readonly userId: number
  /** The device, if its login had a session on it before. */
  readonly knownDevice: string | null
}

export function factorCheck(context: AppContext) {
  const { factorAttempts: attempts, security } = context
  /**
   * Returns what `prove` found; false is a failed try. Throws 429. The caller has the password already, so the tries of
   * all networks can count together: a stranger without it cannot lock a user out.
   */
  return async <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, knownDevice }: Tried,
    prove: () => Promise<Result | false>,
  ): Promise<Result | false> => {
    const login = String(userId)
    const attempt = attempts.begin({ login, address: `user ${login}`, knownDevice }, context.now())
    const facts = {
      user_id: userId,
      route: request.routeOptions.url ?? '',
      address: security.digest(request.ip),
    }
    if (attempt.waitSeconds > 0) {
      security.note('second_factor_limited', facts)
      reply.header('retry-after', attempt.waitSeconds)
      throw tooManyAttempts(attempt.waitSeconds)
    }
    const proved = await prove()
    if (proved === false) security.note('second_factor_failed', facts)
    else attempt.succeeded()
    return proved
  }
}
