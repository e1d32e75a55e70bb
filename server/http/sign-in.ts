/** The sign-in: the password, and the second factor where the user has one. docs/rules.md#second-factor */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { signInPasskeyOptionsRoute, signInPasskeyRoute } from '../../src/contract/passkeys.ts'
import { secondStepRoute } from '../../src/contract/second-factor.ts'
import { loginRoute } from '../../src/contract/session.ts'
import { isShortForProtected } from '../../src/domain/session/password.ts'
import type { Protection } from '../../src/domain/session/protection.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal, refusedField } from '../context/refusal.ts'
import { isProtected } from '../device-keys/device-keys.ts'
import { protectionOf } from '../device-keys/protection.ts'
import { mustProtect } from '../device-keys/shared-tablets.ts'
import { sessionUser } from '../queries/session-user.ts'
import { audit } from '../records/audit.ts'
import { changeFactor } from '../second-factor/changes.ts'
import { spendAppCode } from '../second-factor/code-app.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { keepAnswer, keptAnswer } from '../second-factor/kept-answer.ts'
import { assertionOptions, provedPasskey } from '../second-factor/passkeys.ts'
import { countRecoveryCodes, spendRecoveryCode } from '../second-factor/recovery-codes.ts'
import { termOf } from '../second-factor/required.ts'
import { openStep, type SignInStep, spendStep, stepOf } from '../second-factor/steps.ts'
import { countWrongCode } from '../second-factor/wrong-codes.ts'
import { makeConfirmation } from '../session/confirmations.ts'
import { deviceName } from '../session/device-name.ts'
import { ownerInUse, tellOfDevice } from '../session/new-device.ts'
import { isPasswordEnded } from '../session/passwords.ts'
import { isRemembered, rememberDevice } from '../session/remembered.ts'
import { knowsDevice, openSession } from '../session/tokens.ts'
import { HttpError } from '../wire/errors.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { PASSWORD_ENDED, passwordCheck } from '../wire/password-check.ts'
import { serve } from '../wire/serve.ts'
import { factorCheck } from './factor-check.ts'
import { demandOneProof } from './one-proof.ts'
import { passkeyPlace } from './passkey-place.ts'

const WRONG_CREDENTIALS = 'Login/senha inválidos, verifique suas credenciais.'
const STEP_GONE = 'O tempo para confirmar a entrada acabou. Informe a senha de novo.'
const ONE_PROOF = 'Envie um código, um código de recuperação ou uma chave de acesso.'
const WRONG_CODE = 'O código não confere.'
const REPEATED_CODE = 'Este código já foi usado. Espere o próximo e digite de novo.'
const WRONG_RECOVERY = 'Este código de recuperação não existe. Confira e digite de novo.'
const REPEATED_RECOVERY = 'Este código de recuperação já foi usado. Use outro da sua lista.'
const MANY_WRONG = 'Foram muitos códigos errados hoje. Informe a senha de novo.'

type Proof = Pick<z.output<typeof secondStepRoute.body>, 'code' | 'recovery_code' | 'passkey'>

interface Entering extends Omit<SignInStep, 'login'> {
  readonly isSetUpOnly?: boolean
}

interface Entered {
  readonly token: string
  readonly longer_password: boolean
  readonly confirmation: string | null
  readonly protection: Protection | null
}

const WRONG_PASSKEY = 'A chave de acesso não conferiu. Tente de novo.'
const UNKNOWN_PASSKEY = 'Esta chave de acesso não é conhecida aqui. Entre com a senha, ou use outra chave.'
const NO_PASSKEY_HERE = 'Nenhuma das suas chaves de acesso é deste endereço. Use outro modo de confirmar.'
/** A challenge is a row: each network gets so many. An office of many people is one network. */
const OPTIONS = { name: 'passkey-options', max: 200, windowMs: 10 * MINUTE_MS }

const stepGone = () => new Refusal('credentials', STEP_GONE)

export function signInRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const check = passwordCheck(context)
  const tryFactor = factorCheck(context)

  /** Whether this sign-in is on a device that is protected, must be, or is to be. */
  const protects = async (userId: number, deviceId: string | null, isAsked: boolean): Promise<boolean> =>
    deviceId !== null &&
    (isAsked || (await mustProtect(db, userId)) || (await isProtected(db, { userId, deviceId })))

  /** Opens the session of a user who proved all that was asked for. */
  const enter = async (
    request: FastifyRequest,
    { userId, deviceId, isKnown, isShort, isPasswordDue, isSetUpOnly = false }: Entering,
  ): Promise<Entered> => {
    const device = deviceName(request.headers['user-agent'])
    const { id, token } = await openSession(context, userId, deviceId, {
      name: device,
      isSetUpOnly,
      isPasswordDue,
    })
    const address = context.security.digest(request.ip)
    context.security.note('sign_in', { user_id: userId, session_id: id, address })
    await db.transaction().execute(async (tx) => {
      const owner = isKnown ? null : await ownerInUse(tx, userId, id)
      const after = {
        device_id: deviceId,
        device_name: device,
        ...(owner === null ? {} : { new_device: true }),
      }
      await audit(tx, {
        user: { id: userId },
        action: 'sign_in',
        entity: 'sessions',
        id,
        before: null,
        after,
      })
      if (owner !== null) await tellOfDevice(tx, context, owner, device)
    })
    const isFull = !isSetUpOnly && !isPasswordDue
    const protection = deviceId === null ? null : await protectionOf(context, { userId, deviceId, isFull })
    // The password, or the passkey, is as fresh here as in `POST /sessions/confirm`.
    const confirmation = isFull && deviceId !== null ? await makeConfirmation(context, id, { isShort }) : null
    return { token, longer_password: isPasswordDue, confirmation, protection }
  }

  /** Uses up the code. Throws Refusal `rule` by the field. */
  const proveStep = async (
    request: FastifyRequest,
    { token, userId }: { readonly token: string; readonly userId: number },
    { passkey, ...given }: Proof,
  ): Promise<true | 'recovery' | false> => {
    if (passkey !== undefined) {
      const user = await provedPasskey(context, passkeyPlace(context, request), passkey, `step ${token}`)
      return user?.id === userId
    }
    const used =
      given.recovery_code === undefined
        ? await spendAppCode(context, userId, given.code ?? '')
        : await spendRecoveryCode(context, userId, given.recovery_code)
    // A used code is no guess: the owner taps twice, or another person read the code from the screen.
    if (used === 'repeated') {
      context.security.note('code_repeated', { user_id: userId })
      throw given.recovery_code === undefined
        ? refusedField('code', REPEATED_CODE)
        : refusedField('recovery_code', REPEATED_RECOVERY)
    }
    if (used === 'wrong') return false
    return given.recovery_code === undefined ? true : 'recovery'
  }

  /** The use of a recovery code is recorded in the audit and mailed to its owner. */
  const tellRecovery = async (userId: number): Promise<number> => {
    const user = await sessionUser(db, userId)
    if (user !== null)
      await changeFactor(context, { by: user, user, what: 'recovery_code_used' }, async () => true)
    return countRecoveryCodes(db, userId)
  }

  return async (app) => {
    await useLimits(app, context)
    const limitOptions = limiter(app, context, OPTIONS)
    serve(app, loginRoute, async ({ body, request, reply }) => {
      const { login, password, device_id: deviceId = null, remembered: secrets = [] } = body
      const checked = await check.signIn(request, reply, { login, password, deviceId })
      if (checked.userId === null) throw new Refusal('credentials', WRONG_CREDENTIALS)
      const { userId, isKnown } = checked
      const { ways, role } = await factorsOf(db, userId)
      const isShort = isShortForProtected(password)
      const isPasswordDue = isShort && (await protects(userId, deviceId, body.protects === true))
      const entering = { userId, deviceId, isKnown, isShort, isPasswordDue }
      if (ways.length > 0 && !(await isRemembered(context, { userId, deviceId, secrets })))
        return {
          data: {
            token: null,
            second_step: { step: await openStep(context, entering), ways: [...ways] },
            set_up: null,
            longer_password: false,
            confirmation: null,
            protection: null,
          },
        }
      const setUp = ways.length > 0 ? null : await termOf(context, { id: userId, role })
      const entered = await enter(request, { ...entering, isSetUpOnly: setUp?.is_due === true })
      return { data: { ...entered, second_step: null, set_up: setUp } }
    })

    serve(app, signInPasskeyOptionsRoute, async ({ body, request, reply }) => {
      await limitOptions(request, reply)
      const place = passkeyPlace(context, request)
      const step = body.step === undefined ? null : await stepOf(context, body.step)
      if (body.step !== undefined && step === null) throw stepGone()
      const about = body.step === undefined ? 'sign-in' : (`step ${body.step}` as const)
      const options = await assertionOptions(context, place, step?.userId ?? null, about)
      if (options === null) throw refusedField('passkey', NO_PASSKEY_HERE)
      return { data: options }
    })

    serve(
      app,
      signInPasskeyRoute,
      async ({ body: { passkey, device_id: deviceId = null }, request, reply }) => {
        await limitOptions(request, reply)
        const user = await provedPasskey(context, passkeyPlace(context, request), passkey, 'sign-in')
        if (user === null) {
          context.security.note('sign_in_failed', {
            route: request.routeOptions.url ?? '',
            address: context.security.digest(request.ip),
          })
          throw new Refusal('credentials', UNKNOWN_PASSKEY)
        }
        const isKnown = deviceId !== null && (await knowsDevice(context, user.login, deviceId))
        if (await isPasswordEnded(db, user.id)) throw new HttpError(410, 'credentials', PASSWORD_ENDED)
        const entered = await enter(request, {
          userId: user.id,
          deviceId,
          isKnown,
          isShort: false,
          isPasswordDue: false,
        })
        return { data: { ...entered, second_step: null, set_up: null } }
      },
    )

    serve(app, secondStepRoute, async ({ body, request, reply }) => {
      const { step: token, remember, ...given } = body
      demandOneProof([given.code, given.recovery_code, given.passkey], ONE_PROOF)
      const asked = { secret: token, body }
      const before = await keptAnswer(context, request, asked, secondStepRoute.answer)
      if (before !== null) return before
      const step = await stepOf(context, token)
      if (step === null) throw stepGone()
      const { userId, deviceId, isKnown } = step
      const tried = { userId, knownDevice: isKnown ? deviceId : null }
      const proved = await tryFactor(request, reply, tried, () =>
        proveStep(request, { token, userId }, given),
      )
      if (proved === false && (await countWrongCode(context, { userId, token })))
        throw new Refusal('credentials', MANY_WRONG)
      if (proved === false)
        throw given.passkey !== undefined
          ? refusedField('passkey', WRONG_PASSKEY)
          : given.recovery_code === undefined
            ? refusedField('code', WRONG_CODE)
            : refusedField('recovery_code', WRONG_RECOVERY)
      if (!(await spendStep(context, token))) throw stepGone()
      const left = proved === 'recovery' ? await tellRecovery(userId) : null
      const entered = await enter(request, step)
      const remembered =
        remember && deviceId !== null ? await rememberDevice(context, userId, deviceId) : null
      const answer = { data: { ...entered, remembered, recovery_codes_left: left } }
      await keepAnswer(context, request, asked, answer)
      return answer
    })
  }
}
