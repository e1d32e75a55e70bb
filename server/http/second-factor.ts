/** What a user sets up as a second factor, and its removal by an administrator: docs/rules.md#second-factor */
import type { FastifyPluginAsync } from 'fastify'
import {
  beginCodeAppRoute,
  confirmCodeAppRoute,
  endCodeAppRoute,
  newRecoveryCodesRoute,
  resetFactorRoute,
  secondFactorRoute,
} from '../../src/contract/second-factor.ts'
import { passkeyObstacle } from '../../src/domain/session/passkeys.ts'
import { managedUser } from '../accounts/managed-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { Refusal, refusedField } from '../context/refusal.ts'
import { afterRemoval, changeFactor, firstRecoveryCodes, removeFactors } from '../second-factor/changes.ts'
import { beginCodeApp, confirmCodeApp, waitsForCode } from '../second-factor/code-app.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { keepAnswer, keptAnswer } from '../second-factor/kept-answer.ts'
import { passkeysOf } from '../second-factor/passkeys.ts'
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { mustHaveFactor } from '../second-factor/required.ts'
import { countRememberedDevices } from '../session/remembered.ts'
import { endSetUps, noteEndings } from '../session/tokens.ts'
import { serve } from '../wire/serve.ts'
import { bearerKey } from './bearer.ts'
import { factorCheck } from './factor-check.ts'

const WRONG_CODE =
  'O código não confere. Veja se o relógio do celular está certo e digite o código do momento.'
const BEGIN_AGAIN = 'Esta configuração não vale mais. Comece de novo.'
const NO_FACTOR = 'Ligue antes o aplicativo de códigos ou uma chave de acesso.'
const NOT_OWN = 'O seu próprio segundo fator se muda no Profile.'
const HAS_NONE = 'Este usuário não tem segundo fator.'

export function secondFactorRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const tryFactor = factorCheck(context)
  return async (app) => {
    serve(app, secondFactorRoute, async ({ request }) => {
      const { id } = request.session.user
      const { codeAppSince, recoveryCodes, role } = await factorsOf(db, id)
      const keys = await passkeysOf(db, id)
      return {
        code_app_since: codeAppSince,
        passkeys: keys.map(({ id: keyId, name, created_at, last_used_at }) => ({
          id: keyId,
          name,
          created_at,
          last_used_at,
        })),
        passkey_obstacle: passkeyObstacle(new URL(originOf(context, request))),
        required: await mustHaveFactor(db, role),
        recovery_codes: recoveryCodes,
        remembered_devices: await countRememberedDevices(context, id),
      }
    })

    serve(app, beginCodeAppRoute, async ({ request }) => ({
      data: await beginCodeApp(context, request.session.user),
    }))

    serve(app, confirmCodeAppRoute, async ({ body, request, reply }) => {
      const { id, user } = request.session
      const asked = { secret: bearerKey(request) ?? '', body }
      const before = await keptAnswer(context, request, asked, confirmCodeAppRoute.answer)
      if (before !== null) return before
      // No code can be right then: it is no try.
      if (!(await waitsForCode(db, user.id))) throw new Refusal('conflict', BEGIN_AGAIN)
      const changed = { by: user, user, what: 'code_app_on' } as const
      const confirmed = await tryFactor(request, reply, { userId: user.id, about: `session ${id}` }, () =>
        changeFactor(context, changed, async (tx) => {
          const outcome = await confirmCodeApp(context, tx, user.id, body.code)
          if (outcome === 'none') throw new Refusal('conflict', BEGIN_AGAIN)
          if (outcome === 'wrong') return null
          const ended = await endSetUps(context, tx, request.session)
          return { ended, codes: await firstRecoveryCodes(tx, user.id) }
        }).then((done) => done ?? false),
      )
      if (confirmed === false) throw refusedField('code', WRONG_CODE)
      noteEndings(context, user.id, confirmed.ended, 'factor set up')
      const answer = {
        message: 'Aplicativo de códigos ligado.',
        recovery_codes: confirmed.codes === null ? null : [...confirmed.codes],
      }
      await keepAnswer(context, request, asked, answer)
      return answer
    })

    serve(app, endCodeAppRoute, async ({ request }) => {
      const { user } = request.session
      await changeFactor(context, { by: user, user, what: 'code_app_off' }, async (tx) => {
        const ended = await tx
          .deleteFrom('code_apps')
          .where('user_id', '=', user.id)
          .returning('secret')
          .executeTakeFirst()
        await afterRemoval(tx, user.id)
        // The end of an app that was never confirmed is not reported.
        return ended === undefined || ended.secret === null ? null : true
      })
      return { message: 'Aplicativo de códigos desligado.' }
    })

    serve(app, newRecoveryCodesRoute, async ({ request }) => {
      const { user } = request.session
      if ((await factorsOf(db, user.id)).ways.length === 0) throw refusedField('code', NO_FACTOR)
      const codes = await changeFactor(context, { by: user, user, what: 'recovery_codes_new' }, (tx) =>
        replaceRecoveryCodes(tx, user.id),
      )
      return { message: 'Códigos de recuperação criados.', recovery_codes: codes }
    })

    serve(app, resetFactorRoute, async ({ params: { id }, request }) => {
      const actor = request.session.user
      const user = await managedUser(db, actor, id)
      if (user.id === actor.id) throw refusedField('id', NOT_OWN)
      const removed = await changeFactor(context, { by: actor, user, what: 'reset' }, (tx) =>
        removeFactors(tx, user.id),
      )
      if (removed === null) throw new Refusal('not_found', HAS_NONE)
      return { message: 'Segundo fator removido. O usuário foi avisado por e-mail.' }
    })
  }
}
