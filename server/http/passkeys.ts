/** A user's own passkeys: docs/rules.md#passkeys */
import type { FastifyPluginAsync } from 'fastify'
import {
  addPasskeyRoute,
  confirmPasskeyOptionsRoute,
  passkeyOptionsRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
} from '../../src/contract/passkeys.ts'
import { MOST_PASSKEYS } from '../../src/domain/session/passkeys.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal, refusedField } from '../context/refusal.ts'
import { afterRemoval, changeFactor, firstRecoveryCodes } from '../second-factor/changes.ts'
import { keepAnswer, keptAnswer } from '../second-factor/kept-answer.ts'
import {
  assertionOptions,
  keepPasskey,
  madePasskey,
  passkeysOf,
  registrationOptions,
} from '../second-factor/passkeys.ts'
import { endSetUps, noteEndings } from '../session/tokens.ts'
import { serve } from '../wire/serve.ts'
import { bearerKey } from './bearer.ts'
import { passkeyPlace, passkeyPlaceOrNull } from './passkey-place.ts'

const NOT_MADE = 'A chave de acesso não foi criada. Comece de novo.'
const KNOWN = 'Esta chave de acesso já está cadastrada.'
const TOO_MANY = `Você já tem ${MOST_PASSKEYS} chaves de acesso. Remova uma que não usa.`

export function passkeyRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, passkeyOptionsRoute, async ({ request }) => {
      const { id, user } = request.session
      const place = passkeyPlace(context, request)
      if ((await passkeysOf(db, user.id)).length >= MOST_PASSKEYS) throw refusedField('passkey', TOO_MANY)
      return { data: await registrationOptions(context, place, user, `register ${id}`) }
    })

    serve(app, addPasskeyRoute, async ({ body, request }) => {
      const { name, passkey } = body
      const { id, user } = request.session
      const asked = { secret: bearerKey(request) ?? '', body }
      const before = await keptAnswer(context, request, asked, addPasskeyRoute.answer)
      if (before !== null) return before
      const place = passkeyPlace(context, request)
      const made = await madePasskey(context, place, passkey, `register ${id}`)
      if (made === null) throw refusedField('passkey', NOT_MADE)
      const { rpId } = place
      const added = await changeFactor(context, { by: user, user, what: 'passkey_added' }, async (tx) => {
        const kept = await keepPasskey(tx, { userId: user.id, name, rpId, nowMs: context.now() }, made)
        if (kept === null) throw new Refusal('conflict', KNOWN)
        const ended = await endSetUps(context, tx, request.session)
        return { ended, codes: await firstRecoveryCodes(tx, user.id) }
      })
      noteEndings(context, user.id, added?.ended ?? [], 'factor set up')
      const answer = {
        message: 'Chave de acesso criada.',
        recovery_codes: added === null || added.codes === null ? null : [...added.codes],
      }
      await keepAnswer(context, request, asked, answer)
      return answer
    })

    serve(app, renamePasskeyRoute, async ({ params: { id }, body: { name }, request }) => {
      const renamed = await db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', request.session.user.id)
        .returning('id')
        .executeTakeFirst()
      if (renamed === undefined) throw notFound()
      return { message: 'Nome da chave alterado.' }
    })

    serve(app, removePasskeyRoute, async ({ params: { id }, request }) => {
      const { user } = request.session
      const removed = await changeFactor(context, { by: user, user, what: 'passkey_removed' }, async (tx) => {
        const gone = await tx
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .returning('id')
          .executeTakeFirst()
        if (gone === undefined) return null
        await afterRemoval(tx, user.id)
        return true
      })
      if (removed === null) throw notFound()
      return { message: 'Chave de acesso removida.' }
    })

    serve(app, confirmPasskeyOptionsRoute, async ({ request }) => {
      const { id, user } = request.session
      const place = passkeyPlaceOrNull(context, request)
      return {
        data: place === null ? null : await assertionOptions(context, place, user.id, `confirm ${id}`),
      }
    })
  }
}
