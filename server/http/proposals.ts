/** Proposal import: docs/rules.md#proposals. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  bypassParamsSchema,
  bypassRequestSchema,
  bypassSchema,
  newProposalRequestSchema,
  newProposalSchema,
  PROPOSAL_NUMBER_MISSING,
  PROPOSAL_PARTNER_MISSING,
  proposalSearchQuerySchema,
  proposalSearchSchema,
  proposalsQuerySchema,
  proposalsSchema,
} from '../../src/contract/proposals.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../app-context.ts'
import {
  decideBypass,
  findProposal,
  leadOfProposal,
  listProposals,
  takeProposal,
} from '../queries/proposals.ts'
import { asksForKey } from './bearer.ts'
import { HttpError, notFound, refusedField } from './errors.ts'

const tags = ['Propostas']
const NOT_FOUND = 'Proposta não encontrada para esta concessionária.'
const DECIDED = 'A permissão de duplicidade desta proposta já foi definida.'
/** Messages for the dealership's system, which has a key instead of a session. */
const DELIVERY = {
  closed: 'O recebimento de propostas não está configurado neste servidor.',
  wrong: 'A chave do sistema da concessionária não confere.',
}
const UNKNOWN_PARTNER = 'Concessionária desconhecida.'
const UNKNOWN_INSURANCE = 'Seguro desconhecido.'

export function proposalRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store
  return async (app) => {
    app.get(
      '/elective-lead/new-list',
      {
        config: { action: 'proposal.import' },
        schema: { tags, querystring: proposalsQuerySchema, response: { 200: proposalsSchema } },
      },
      async (request) => {
        const { user } = request.session
        const { inviter_login, proposal, bypass_allowed } = request.query
        const data = await listProposals(db, user, {
          inviterLogin: inviter_login,
          proposal,
          withImported: bypass_allowed && may('proposal.bypass', roleOf(user)),
        })
        return { data }
      },
    )

    app.get(
      '/elective_lead/search',
      {
        config: { action: 'proposal.import' },
        schema: { tags, querystring: proposalSearchQuerySchema, response: { 200: proposalSearchSchema } },
      },
      async (request) => {
        const { proposal, partnerId, userLogin } = request.query
        if (proposal === undefined) throw refusedField('proposal', PROPOSAL_NUMBER_MISSING)
        if (partnerId === undefined) throw refusedField('partner_id', PROPOSAL_PARTNER_MISSING)
        const found = await findProposal(db, request.session.user, { proposal, partnerId, userLogin })
        if (found === null) throw new HttpError(404, 'not_found', NOT_FOUND)
        if (found.imported && found.bypass_allowed !== true) {
          const lead = await leadOfProposal(db, found.id)
          throw refusedField('proposal', `Esta proposta já foi importada no lead ${lead ?? ''}.`)
        }
        return { data: found }
      },
    )

    app.put(
      '/elective_lead/bypass/:id',
      {
        config: { action: 'proposal.bypass' },
        schema: {
          tags,
          params: bypassParamsSchema,
          body: bypassRequestSchema,
          response: { 200: bypassSchema },
        },
      },
      async (request) => {
        const { bypass_allowed } = request.body
        const decision = await decideBypass(db, request.params.id, bypass_allowed)
        if (decision.kind === 'unknown') throw notFound()
        if (decision.kind === 'decided') throw refusedField('bypass_allowed', DECIDED)
        const message = bypass_allowed ? 'Duplicidade permitida.' : 'Duplicidade não permitida.'
        return { message, data: decision.proposal }
      },
    )

    app.post(
      '/elective-lead',
      {
        config: { action: 'public' },
        onRequest: asksForKey(context.config.integrations.proposalKeys, DELIVERY),
        schema: {
          tags,
          security: [{ proposalKey: [] }],
          body: newProposalRequestSchema,
          response: { 200: newProposalSchema },
        },
      },
      async (request) => {
        const { insurance } = request.body
        if (insurance !== null) {
          const known = db.selectFrom('insurances').select('id').where('id', '=', insurance)
          if ((await known.executeTakeFirst()) === undefined)
            throw refusedField('insurance', UNKNOWN_INSURANCE)
        }
        const taken = await db.transaction().execute((tx) => takeProposal(tx, request.body))
        switch (taken.kind) {
          case 'unknown_partner':
            throw refusedField('partner_id', UNKNOWN_PARTNER)
          case 'imported':
            throw refusedField('proposal', 'Esta proposta já é um lead.')
          case 'made':
            return { message: 'Proposta recebida.', data: { id: taken.id } }
          case 'updated':
            return { message: 'Proposta atualizada.', data: { id: taken.id } }
        }
      },
    )
  }
}
