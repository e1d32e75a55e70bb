/** Keys of dealerships' systems, made and ended by administrators: docs/rules.md#keys-of-dealerships */
import type { FastifyPluginAsync } from 'fastify'
import {
  endPartnerKeyRoute,
  type MadeKey,
  newPartnerKeyRoute,
  partnerKeysRoute,
  renewPartnerKeyRoute,
} from '../../src/contract/administration/partner-keys.ts'
import { endKey, makeKey, remakeKey } from '../administration/partner-keys.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { keysOfPartner } from '../queries/partner-keys.ts'
import { once } from '../records/once.ts'
import { serve } from '../wire/serve.ts'

function asMade(key: MadeKey | null) {
  if (key === null) throw notFound()
  return { made: key.id, answer: key }
}

export function partnerKeyRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, partnerKeysRoute, async ({ params: { id } }) => keysOfPartner(db, id))

    serve(app, newPartnerKeyRoute, async ({ params: { id }, body, request }) => {
      const { user } = request.session
      return once(db, request, {
        body,
        create: async (tx) => asMade(await makeKey(tx, user, { partnerId: id, name: body.name })),
        again: remakeKey,
      })
    })

    serve(app, renewPartnerKeyRoute, async ({ params: { id }, request }) => {
      const { user } = request.session
      return once(db, request, {
        body: null,
        create: async (tx) => {
          const ended = await endKey(tx, user, id)
          return asMade(ended === null ? null : await makeKey(tx, user, ended))
        },
        again: remakeKey,
      })
    })

    serve(app, endPartnerKeyRoute, async ({ params: { id }, request }) => {
      const { user } = request.session
      const ended = await db.transaction().execute((tx) => endKey(tx, user, id))
      if (ended === null) throw notFound()
      return { message: 'Chave encerrada' }
    })
  }
}
