/** Returns the pre-filled link of the partner's quoting system: docs/rules.md#quote. */
import type { FastifyPluginAsync } from 'fastify'
import { quoteRoute, simulateQuoteRoute } from '../../src/contract/quotes.ts'
import type { ClientFields } from '../../src/domain/client/changes.ts'
import { maySimulateQuote } from '../../src/domain/lead/form-rules.ts'
import { leadPermissions } from '../../src/domain/lead/lead-permissions.ts'
import { quoteStepProblem } from '../../src/domain/lead/lifecycle-problems.ts'
import { quoteProblem } from '../../src/domain/lead/quote-checks.ts'
import { NO_QUOTE_LINK, type QuoteLinkFacts, quoteLink } from '../../src/domain/lead/quote-link.ts'
import { isStaff } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured, notFound, Refusal } from '../context/refusal.ts'
import { readClient } from '../queries/lead-row.ts'
import { serve } from '../wire/serve.ts'
import { visibleLead } from '../wire/visible-lead.ts'

const NOT_QUOTABLE = 'A concessionária deste lead não libera cotação.'
const NOT_FOR_INVITER = 'A cotação só pode ser simulada para indicadores com este perfil.'

const rule = (message: string, field?: string) =>
  new Refusal('rule', message, field === undefined ? undefined : { [field]: [message] })

function requireComplete(client: ClientFields): void {
  const problem = quoteProblem(client)
  if (problem !== null) throw rule(problem.message, problem.field)
}

export function quoteRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  async function partnerOf(id: number | null) {
    if (id === null) return null
    const partners = db.selectFrom('partners').select(['release_quote', 'quote_link_template'])
    return (await partners.where('id', '=', id).executeTakeFirst()) ?? null
  }

  function linkOf(partner: { quote_link_template: string | null }, facts: QuoteLinkFacts): string {
    const template = partner.quote_link_template
    const link = template === null ? null : quoteLink(template, facts)
    if (link === null) throw notConfigured(NO_QUOTE_LINK)
    return link
  }

  async function roleOfUser(id: number): Promise<number | null> {
    const roles = db.selectFrom('user_roles').select('role_id').where('user_id', '=', id)
    return (await roles.orderBy('place').executeTakeFirst())?.role_id ?? null
  }

  return async (app) => {
    serve(app, quoteRoute, async ({ params, request }) => {
      const { user } = request.session
      const lead = await visibleLead(context, request, params.leadId)
      const step = quoteStepProblem(lead, user)
      if (step !== null) throw rule(step.message)
      const partner = await partnerOf(lead.partner_id)
      const { quote_type } = leadPermissions(lead, user, partner).can_quote
      if (partner === null || quote_type === null) throw rule(NOT_QUOTABLE)
      const client = await readClient(db, lead.client_uid)
      if (client === null) throw notFound()
      requireComplete(client)
      const facts = { client, insuranceId: lead.insurance_id, leadId: lead.id }
      return { link: linkOf(partner, facts), quote_type }
    })

    serve(app, simulateQuoteRoute, async ({ body, request }) => {
      const { client, partner_id, insurance_id, inviter_id } = body
      const { user } = request.session
      // Staff simulates for any inviter, a partner only for itself.
      const inviterRole =
        !isStaff(roleOf(user)) && inviter_id !== user.id ? null : await roleOfUser(inviter_id)
      const partner = await partnerOf(partner_id)
      if (partner?.release_quote !== true) throw rule(NOT_QUOTABLE, 'partner_id')
      if (!maySimulateQuote({ mode: 'create', inviterRole, partner }))
        throw rule(NOT_FOR_INVITER, 'inviter_id')
      requireComplete(client)
      return { link: linkOf(partner, { client, insuranceId: insurance_id, leadId: null }) }
    })
  }
}
