/** The server's half of protected devices: docs/rules.md#protected-devices */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  devicePinRoute,
  pinUnlockRoute,
  protectionRoute,
  removeDeviceKeysRoute,
  storeDeviceKeysRoute,
} from '../../src/contract/device-keys.ts'
import type { FactorChange } from '../../src/domain/session/factor-changes.ts'
import { PROTECTED_NEEDS_LONGER } from '../../src/domain/session/password.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal, refusedField, tooManyAttempts } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { holderOf, removeDeviceKeys, setPin, storeDeviceKeys, tryPin } from '../device-keys/device-keys.ts'
import { protectionOf } from '../device-keys/protection.ts'
import type { Holder } from '../device-keys/secrets.ts'
import { changeFactor } from '../second-factor/changes.ts'
import type { Session } from '../session/tokens.ts'
import { confirmationIn } from '../wire/own-password.ts'
import { serve } from '../wire/serve.ts'

const NO_DEVICE = 'Esta sessão não é de um aparelho: entre de novo.'
const NOT_PROTECTED = 'Este aparelho não está protegido.'
const NO_PIN = 'Este aparelho não abre com PIN. Use a senha.'
const PIN_ENDED = 'O PIN não confere e foi desligado. Use a senha.'
const wrongPin = (left: number) =>
  left === 1 ? 'O PIN não confere. Resta 1 tentativa.' : `O PIN não confere. Restam ${left} tentativas.`

/** Throws Refusal `rule` for a session of no device. */
export function holderIn({ user, deviceId }: Session): Holder {
  if (deviceId === null) throw new Refusal('rule', NO_DEVICE)
  return { userId: user.id, deviceId }
}

export function deviceKeyRoutes(context: AppContext): FastifyPluginAsync {
  /** Counts a try, with the limits of the sign-in: a device that is known has a count of its own. Throws 429. */
  const beginTry = (request: FastifyRequest, reply: FastifyReply, userId: number, holder: Holder | null) => {
    const { passwordAttempts, security } = context
    // No login has a space.
    const caller = { login: `pin ${userId}`, address: request.ip, knownDevice: holder?.deviceId ?? null }
    const attempt = passwordAttempts.begin(caller, context.now())
    const facts = { user_id: userId, address: security.digest(request.ip) }
    if (attempt.waitSeconds > 0) {
      security.note('pin_limited', facts)
      reply.header('retry-after', attempt.waitSeconds)
      throw tooManyAttempts(attempt.waitSeconds)
    }
    return { succeeded: () => attempt.succeeded(), failed: () => security.note('pin_failed', facts) }
  }

  /** The owner is told of each change: docs/rules.md#not-me */
  const changed = (
    { session: { user } }: FastifyRequest,
    what: FactorChange,
    change: (tx: Tx) => Promise<true | null>,
  ) => changeFactor(context, { by: user, user, what }, change)

  return async (app) => {
    serve(app, protectionRoute, async ({ request }) => ({
      data: await protectionOf(context, { ...holderIn(request.session), isFull: true }),
    }))

    serve(app, storeDeviceKeysRoute, async ({ body, request }) => {
      if ((await confirmationIn(context, request))?.isShort === true)
        throw refusedField('own_password', PROTECTED_NEEDS_LONGER)
      const given = { half: body.server_half, secret: body.device_secret }
      const holder = holderIn(request.session)
      await changed(request, 'device_protected', (tx) => storeDeviceKeys(context, tx, holder, given))
      return { message: 'Aparelho protegido.' }
    })

    serve(app, removeDeviceKeysRoute, async ({ request }) => {
      const holder = holderIn(request.session)
      await changed(request, 'device_unprotected', (tx) => removeDeviceKeys(tx, holder))
      return { message: 'Proteção removida do servidor.' }
    })

    serve(app, devicePinRoute, async ({ body, request }) => {
      const { pin_proof: proof } = body
      const holder = holderIn(request.session)
      await changed(request, proof === null ? 'pin_off' : 'pin_on', async (tx) => {
        if (!(await setPin(context, tx, holder, proof))) throw new Refusal('conflict', NOT_PROTECTED)
        return true
      })
      return { message: proof === null ? 'PIN desligado.' : 'PIN ligado.' }
    })

    serve(app, pinUnlockRoute, async ({ body, request, reply }) => {
      const holder = await holderOf(context, body.user_id, body.device_secret)
      const attempt = beginTry(request, reply, body.user_id, holder)
      const tried =
        holder === null ? { kind: 'none' as const } : await tryPin(context, holder, body.pin_proof)
      if (tried.kind === 'open') {
        attempt.succeeded()
        return { data: { server_half: tried.half } }
      }
      attempt.failed()
      if (tried.kind === 'none') throw new Refusal('credentials', NO_PIN)
      if (tried.left === 0) throw new Refusal('credentials', PIN_ENDED)
      throw refusedField('pin_proof', wrongPin(tried.left))
    })
  }
}
