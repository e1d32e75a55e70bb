/** Keys of dealerships' systems, made and ended by administrators: docs/rules.md#keys-of-dealerships */
import type { FastifyPluginAsync } from 'fastify'
import {
  endPartnerKeyRoute,
  newPartnerKeyRoute,
  partnerKeysRoute,
  renewPartnerKeyRoute,
} from '../../src/contract/administration/partner-keys.ts'
import { endKey, makeKey } from '../administration/partner-keys.ts'
import type { AppContext } from '../app-context.ts'
import { keysOfPartner } from '../queries/partner-keys.ts'
import { notFound } from './errors.ts'
import { serve } from './serve.ts'

export function partnerKeyRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, partnerKeysRoute, async ({ params: { id } }) => keysOfPartner(db, id))

    serve(app, newPartnerKeyRoute, async ({ params: { id }, body: { name }, request }) => {
      const { user } = request.session
      const made = await db.transaction().execute((tx) => makeKey(tx, user, { partnerId: id, name }))
      if (made === null) throw notFound()
      return made
    })

    serve(app, renewPartnerKeyRoute, async ({ params: { id }, request }) => {
      const { user } = request.session
      return db.transaction().execute(async (tx) => {
        const ended = await endKey(tx, user, id)
        const made = ended === null ? null : await makeKey(tx, user, ended)
        if (made === null) throw notFound()
        return made
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
