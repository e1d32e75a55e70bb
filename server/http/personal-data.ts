/** Export and erasure of a client's personal data, for administrators: docs/rules.md#personal-data */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { legalRecordsRoute, withoutContactRoute } from '../../src/contract/legal-keep.ts'
import { blankMentionsRoute, mentionsRoute } from '../../src/contract/mentions.ts'
import {
  erasePersonalDataRoute,
  erasurePreviewRoute,
  personalDataRoute,
} from '../../src/contract/personal-data.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { erasePersonalData, erasureCounts, removeErasedFiles } from '../administration/personal-data/erase.ts'
import { exportPersonalData } from '../administration/personal-data/export.ts'
import { legalRecords } from '../administration/personal-data/legal-keep.ts'
import { blankMentions } from '../administration/personal-data/mentions/blank.ts'
import { searchMentions } from '../administration/personal-data/mentions/search.ts'
import { withoutContact } from '../administration/personal-data/without-contact.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { clientOfNumber } from '../queries/clients.ts'
import { requireNotErased } from '../queries/erasures.ts'
import { serve } from '../wire/serve.ts'

export function personalDataRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  async function asked(request: FastifyRequest, id: number): Promise<Client & { id: number }> {
    const client = await clientOfNumber(db, request.session.user, id)
    if (client === null) throw notFound()
    return { ...client, id }
  }

  /** Throws 410 for a client without data. */
  async function withData(request: FastifyRequest, id: number): Promise<Client & { id: number }> {
    const client = await asked(request, id)
    await requireNotErased(db, client.uid)
    return client
  }

  return async (app) => {
    serve(app, personalDataRoute, async ({ params, request }) => {
      const { user } = request.session
      const client = await withData(request, params.id)
      const data = await exportPersonalData(context, { client, user })
      context.security.note('personal_data_exported', { user_id: user.id, about: `client ${params.id}` })
      return data
    })

    serve(app, erasurePreviewRoute, async ({ params, request }) =>
      erasureCounts(context, (await withData(request, params.id)).uid),
    )

    serve(app, erasePersonalDataRoute, async ({ params, body, request }) => {
      const { user } = request.session
      const client = await asked(request, params.id)
      const erased_at = await erasePersonalData(context, { client, user, ...body })
      context.security.note('personal_data_erased', { user_id: user.id, about: `client ${params.id}` })
      // The data is gone for everybody. A file that the disk does not give up now is removed by the housekeeping.
      await removeErasedFiles(context).catch((error: unknown) =>
        request.log.warn({ err: error }, 'could not remove the files of an erasure'),
      )
      return { erased_at }
    })

    serve(app, mentionsRoute, async ({ params, query, request }) =>
      searchMentions(db, (await withData(request, params.id)).uid, query),
    )

    serve(app, blankMentionsRoute, async ({ params, body, request }) => {
      const { user } = request.session
      const client = await withData(request, params.id)
      return { blanked: await blankMentions(context, { client, user, keys: body.keys }) }
    })

    serve(app, legalRecordsRoute, async ({ body }) => legalRecords(db, body.text))

    serve(app, withoutContactRoute, async ({ query }) =>
      withoutContact(db, { years: query.years, nowMs: context.now() }),
    )
  }
}
