/** Proposal import: docs/rules.md#proposals. */
import type { FastifyPluginAsync } from 'fastify'
import {
  bypassRoute,
  newProposalRoute,
  PROPOSAL_NUMBER_MISSING,
  PROPOSAL_PARTNER_MISSING,
  proposalSearchRoute,
  proposalsRoute,
} from '../../src/contract/proposals.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal, refusedField } from '../context/refusal.ts'
import {
  decideBypass,
  findProposal,
  leadOfProposal,
  listProposals,
  takeProposal,
} from '../queries/proposals.ts'
import { serve } from '../wire/serve.ts'
import { deliverySenders } from './delivery-sender.ts'

const NOT_FOUND = 'Proposta não encontrada para esta concessionária.'
const DECIDED = 'A permissão de duplicidade desta proposta já foi definida.'
const FOREIGN_PARTNER = 'Esta chave não entrega propostas desta concessionária.'
const UNKNOWN_PARTNER = 'Concessionária desconhecida.'
const UNKNOWN_INSURANCE = 'Seguro desconhecido.'

export function proposalRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const { check, senderOf } = deliverySenders(context)
  return async (app) => {
    serve(app, proposalsRoute, async ({ query, request }) => {
      const { user } = request.session
      const bypass_allowed = query.bypass_allowed && may('proposal.bypass', roleOf(user))
      return { data: await listProposals(db, user, { ...query, bypass_allowed }) }
    })

    serve(app, proposalSearchRoute, async ({ query, request }) => {
      const { proposal, partnerId, userLogin } = query
      if (proposal === undefined) throw refusedField('proposal', PROPOSAL_NUMBER_MISSING)
      if (partnerId === undefined) throw refusedField('partner_id', PROPOSAL_PARTNER_MISSING)
      const found = await findProposal(db, request.session.user, { proposal, partnerId, userLogin })
      if (found === null) throw new Refusal('not_found', NOT_FOUND)
      if (found.imported && found.bypass_allowed !== true) {
        const lead = await leadOfProposal(db, found.id)
        throw refusedField('proposal', `Esta proposta já foi importada no lead ${lead ?? ''}.`)
      }
      return { data: found }
    })

    serve(app, bypassRoute, async ({ params, body }) => {
      const { bypass_allowed } = body
      const decision = await decideBypass(db, params.id, bypass_allowed)
      if (decision.kind === 'unknown') throw notFound()
      if (decision.kind === 'decided') throw refusedField('bypass_allowed', DECIDED)
      const message = bypass_allowed ? 'Duplicidade permitida.' : 'Duplicidade não permitida.'
      return { message, data: decision.proposal }
    })

    serve(
      app,
      newProposalRoute,
      async ({ body, request }) => {
        const sender = senderOf(request)
        const { insurance } = body
        if (insurance !== null) {
          const known = db.selectFrom('insurances').select('id').where('id', '=', insurance)
          if ((await known.executeTakeFirst()) === undefined)
            throw refusedField('insurance', UNKNOWN_INSURANCE)
        }
        const taken = await db.transaction().execute((tx) => takeProposal(tx, body, sender))
        switch (taken.kind) {
          case 'unknown_partner':
            throw refusedField('partner_id', UNKNOWN_PARTNER)
          case 'foreign_partner':
            throw new Refusal('forbidden', FOREIGN_PARTNER)
          case 'imported':
            throw refusedField('proposal', 'Esta proposta já é um lead.')
          case 'made':
            return { message: 'Proposta recebida.', data: { id: taken.id } }
          case 'updated':
            return { message: 'Proposta atualizada.', data: { id: taken.id } }
        }
      },
      { onRequest: check },
    )
  }
}
