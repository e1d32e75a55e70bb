/** 'Verificação de Proposta': docs/rules.md#proposal-verification. */
import type { FastifyPluginAsync } from 'fastify'
import {
  FEWEST_FILTERS,
  leadVerificationRoute,
  TOO_FEW_FILTERS,
} from '../../src/contract/lead-verification.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal } from '../context/refusal.ts'
import { verifyLead } from '../queries/lead-verification.ts'
import { serve } from '../wire/serve.ts'

export function leadVerificationRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, leadVerificationRoute, async ({ body }) => {
      const given = Object.values(body).filter((filter) => filter !== null)
      if (given.length < FEWEST_FILTERS) throw new Refusal('rule', TOO_FEW_FILTERS)
      return { data: await verifyLead(context.store.db, body) }
    })
  }
}
