/** The calls of administration: docs/rules.md#administration */
import type { FastifyPluginAsync } from 'fastify'
import { partnerRoute } from '../../src/contract/administration/catalogues.ts'
import {
  channels,
  competitorBrokers,
  insurances,
  leadBrokerConfigs,
  partners,
  technicalTeams,
} from '../administration/catalogues.ts'
import { serveCatalogue } from '../administration/managed-catalogue.ts'
import type { AppContext } from '../app-context.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { notFound } from './errors.ts'
import { serve } from './serve.ts'

export function administrationRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serveCatalogue(app, context, insurances)
    serveCatalogue(app, context, partners)
    serveCatalogue(app, context, technicalTeams)
    serveCatalogue(app, context, leadBrokerConfigs)
    serveCatalogue(app, context, channels)
    serveCatalogue(app, context, competitorBrokers)

    serve(app, partnerRoute, async ({ params: { id }, request }) => {
      const partner = (await readCatalogue(db, request.session.user, 'partner')).find((row) => row.id === id)
      const link = await db
        .selectFrom('partners')
        .select('quote_link_template')
        .where('id', '=', id)
        .executeTakeFirst()
      if (partner === undefined || link === undefined) throw notFound()
      return { ...partner, ...link }
    })
  }
}
