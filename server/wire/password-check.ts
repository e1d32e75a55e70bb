/** Asks for a password, with the limits of guessing: docs/rules.md#sessions-and-passwords */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { tooManyAttempts } from '../context/refusal.ts'
import type { Caller } from '../session/login-attempts.ts'
import { checkPassword } from '../session/passwords.ts'
import { knowsDevice } from '../session/tokens.ts'
import { HttpError } from './errors.ts'

export const PASSWORD_ENDED =
  'Esta senha foi encerrada por ‘Não fui eu’. Crie uma nova em ‘Esqueci minha senha’, ou peça um link a um administrador.'

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

  const tried = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { login, password }: Pick<Credentials, 'login' | 'password'>,
    caller: Caller,
  ): Promise<number | null> => {
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
    const checked = await checkPassword(context, login, password)
    metrics.logins.inc({ outcome: checked === null ? 'refused' : 'accepted' })
    if (checked === null) {
      security.note('sign_in_failed', facts)
      return null
    }
    attempt.succeeded()
    if (checked.isEnded) throw new HttpError(410, 'credentials', PASSWORD_ENDED)
    return checked.userId
  }

  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { password, deviceId, ...given }: Credentials,
  ): Promise<Checked> => {
    const login = given.login.toLowerCase()
    const known = deviceId !== null && (await knowsDevice(context, login, deviceId))
    const caller = { login, address: request.ip, knownDevice: known ? deviceId : null }
    return { userId: await tried(request, reply, { login, password }, caller), isKnown: known }
  }

  /**
   * Whether it is the caller's own password. Counted by session: whoever has its token can change networks, and must
   * not hold up the owner's sign-ins.
   */
  const own = async (request: FastifyRequest, reply: FastifyReply, password: string): Promise<boolean> => {
    const { id, user } = request.session
    // No login has a space.
    const caller = { login: `session ${id}`, address: `session ${id}`, knownDevice: null }
    return (await tried(request, reply, { login: user.login.toLowerCase(), password }, caller)) !== null
  }
  return { signIn, own }
}
