/** The calls of administration: docs/rules.md#administration */
import type { FastifyPluginAsync } from 'fastify'
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

export function administrationRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serveCatalogue(app, context, insurances)
    serveCatalogue(app, context, partners)
    serveCatalogue(app, context, technicalTeams)
    serveCatalogue(app, context, leadBrokerConfigs)
    serveCatalogue(app, context, channels)
    serveCatalogue(app, context, competitorBrokers)
  }
}
