/** 'Verificação de Proposta': docs/rules.md#proposal-verification. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  FEWEST_FILTERS,
  leadVerificationRequestSchema,
  leadVerificationSchema,
  TOO_FEW_FILTERS,
} from '../../src/contract/lead-verification.ts'
import type { AppContext } from '../app-context.ts'
import { verifyLead } from '../queries/lead-verification.ts'
import { HttpError } from './errors.ts'

const tags = ['Verificação de proposta']

export function leadVerificationRoutes(context: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/leadVerification',
      {
        config: { action: 'lead.verify' },
        schema: { tags, body: leadVerificationRequestSchema, response: { 200: leadVerificationSchema } },
      },
      async (request) => {
        const given = Object.values(request.body).filter((filter) => filter !== null)
        if (given.length < FEWEST_FILTERS) throw new HttpError(422, 'rule', TOO_FEW_FILTERS)
        return { data: await verifyLead(context.store.db, request.body) }
      },
    )
  }
}
