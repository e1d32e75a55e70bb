/** Clients that are one person, and contacts that are known: docs/rules.md#merging-clients */
import type { FastifyPluginAsync } from 'fastify'
import {
  clientComparisonRoute,
  clientDuplicatesRoute,
  clientMergesRoute,
  dismissDuplicateRoute,
  knownContactRoute,
  mergeClientsRoute,
  undoMergeRoute,
} from '../../src/contract/client-merges.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { clientUidOf } from '../commands/client/write-client.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { distinguish } from '../merges/distinctions.ts'
import { comparison, duplicates } from '../merges/duplicates.ts'
import { mergeClients } from '../merges/merge.ts'
import { mergesOf, readMerge, recentMerges } from '../merges/merge-rows.ts'
import { undoMerge } from '../merges/undo.ts'
import { knownContacts, namesSomebody, sharedWith } from '../queries/known-contact.ts'
import { type Reader, readClient } from '../queries/lead-row.ts'
import { serve } from '../wire/serve.ts'
import { clientLookUps } from './client-look-ups.ts'
import { inOneTransaction } from './transfers.ts'

async function present(db: Reader, uid: string): Promise<Client> {
  const client = await readClient(db, await clientUidOf(db, uid))
  if (client === null) throw notFound()
  return client
}

export function clientMergeRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const lookUp = clientLookUps(context)
  const by = (userId: number) => ({ userId, nowMs: context.now() })

  return async (app) => {
    serve(app, clientDuplicatesRoute, ({ query: { page, per_page: perPage } }) =>
      duplicates(db, { page, perPage }),
    )

    serve(app, clientComparisonRoute, async ({ query: { first_uid, second_uid } }) => {
      const data = await comparison(db, [await clientUidOf(db, first_uid), await clientUidOf(db, second_uid)])
      if (data === null) throw notFound()
      return { data }
    })

    serve(app, dismissDuplicateRoute, async ({ body, request }) => {
      await inOneTransaction(context, (tx) => distinguish(tx, body, by(request.session.user.id)))
      return { dismissed: body.dismissed }
    })

    serve(app, clientMergesRoute, async ({ query }) => ({
      data:
        query.client_uid === undefined
          ? await recentMerges(db, context.now())
          : await mergesOf(db, query.client_uid),
    }))

    serve(app, mergeClientsRoute, ({ body, request }) =>
      inOneTransaction(context, async (tx) => {
        const id = await mergeClients(tx, body, by(request.session.user.id))
        return { merge: await readMerge(tx, id), client: await present(tx, body.survivor_uid) }
      }),
    )

    serve(app, undoMergeRoute, ({ params: { id }, request }) =>
      inOneTransaction(context, async (tx) => {
        const { survivorUid, revivedUid, kept } = await undoMerge(tx, id, by(request.session.user.id))
        return {
          merge: await readMerge(tx, id),
          survivor: await present(tx, survivorUid),
          revived: await present(tx, revivedUid),
          kept: [...kept],
        }
      }),
    )

    serve(app, knownContactRoute, async ({ query, request, reply }) => {
      if (!namesSomebody(query)) return { data: [] }
      const { user } = request.session
      const found = await lookUp(request, reply, 'contact', () => knownContacts(db, user, query))
      return { data: found.map((client) => ({ client, by: sharedWith(client, query) })) }
    })
  }
}
