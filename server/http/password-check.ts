/** Asks for a password, with the limits of guessing: docs/rules.md#sessions-and-passwords */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { checkPassword } from '../session/passwords.ts'
import { knowsDevice } from '../session/tokens.ts'
import { tooManyAttempts } from './errors.ts'

interface Credentials {
  readonly login: string
  readonly password: string
  /** The device on which the password was typed; null: unknown. */
  readonly deviceId: string | null
}

interface Checked {
  /** null: the password is wrong. */
  readonly userId: number | null
  /** Whether the login had a session on the device before. */
  readonly isKnown: boolean
}

/** Checks a password with the limits of LoginAttempts. Throws 429. */
export function passwordCheck(context: AppContext) {
  const { metrics, passwordAttempts: attempts, security } = context
  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { password, deviceId, ...given }: Credentials,
  ): Promise<Checked> => {
    const login = given.login.toLowerCase()
    const known = deviceId !== null && (await knowsDevice(context, login, deviceId))
    const caller = { login, address: request.ip, knownDevice: known ? deviceId : null }
    const attempt = attempts.begin(caller, context.now())
    const facts = {
      route: request.routeOptions.url ?? '',
      address: security.digest(request.ip),
      login: security.digest(login),
    }
    if (attempt.waitSeconds > 0) {
      metrics.logins.inc({ outcome: 'limited' })
      security.note('sign_in_limited', facts)
      reply.header('retry-after', attempt.waitSeconds)
      throw tooManyAttempts(attempt.waitSeconds)
    }
    const userId = await checkPassword(context, login, password)
    metrics.logins.inc({ outcome: userId === null ? 'refused' : 'accepted' })
    if (userId === null) security.note('sign_in_failed', facts)
    else attempt.succeeded()
    return { userId, isKnown: known }
  }
  /** The user's id, or null for a wrong password. */
  const own = async (request: FastifyRequest, reply: FastifyReply, given: Credentials) =>
    (await signIn(request, reply, given)).userId
  return { signIn, own }
}
