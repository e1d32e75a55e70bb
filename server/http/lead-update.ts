/** PUT /leads/{id}: each form of its body becomes one or more commands. docs/rules.md#lead-calls */
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { errorsByField } from '../../src/commands/definition.ts'
import type { CommandArgs, CommandName } from '../../src/commands/registry.ts'
import { type UpdateLeadRequest, updateLeadRequestSchema } from '../../src/contract/lead.ts'
import { leadForms, updateLeadRoute } from '../../src/contract/lead-update.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isFinished } from '../../src/domain/lead/lead-state.ts'
import { FINISHED, NEGOTIATION, nextStatus, SOLD_PENDING } from '../../src/domain/lead/status.ts'
import { nationalNumber } from '../../src/domain/phone/national-number.ts'
import { earlierCall, executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import { invalidFields, notFound, Refusal, refusedField } from '../context/refusal.ts'
import { furtherKey } from '../context/request-key.ts'
import { statusFlowOf } from '../queries/catalogues.ts'
import { leadAnswers } from '../queries/lead-answer.ts'
import { serve } from '../wire/serve.ts'
import { visibleLead } from '../wire/visible-lead.ts'
import { leadChangesOf } from './lead-payload.ts'

/** A command and its arguments. `step('lead.finish', {…})` checks that the types fit. */
interface Step {
  readonly command: CommandName
  readonly args: CommandArgs<CommandName>
}
const step = <Name extends CommandName>(command: Name, args: CommandArgs<Name>): Step => ({ command, args })

/** {state, status}: recovers the lead, finishes it, or moves it one status forward. null: nothing changes. */
function moveStep(lead: Lead, flow: readonly number[], to: z.infer<typeof leadForms.move>): Step | null {
  const lead_uid = lead.uid
  if (isFinished(to)) return step('lead.finish', { lead_uid, client_uid: lead.client_uid, changes: {} })
  if (isFinished(lead)) return step('lead.recover', { lead_uid })
  if (to.state !== lead.state) throw refusedField('state', 'O lead só avança pelas suas etapas.')
  if (to.status === undefined || to.status === lead.status) return null
  if (to.status === NEGOTIATION) return step('lead.negotiate', { lead_uid })
  if (to.status === SOLD_PENDING)
    throw refusedField('status', 'Vendido com pendência pede uma observação: envie pending_sell.')
  if (to.status === FINISHED || to.status !== nextStatus(lead.status, flow))
    throw refusedField('status', 'Este não é o próximo status do lead.')
  return step('lead.advance', { lead_uid })
}

/** The commands of a whole form in addition to the save. */
function furtherSteps(lead: Lead, form: UpdateLeadRequest): Step[] {
  const lead_uid = lead.uid
  const observation = form.additional_information ?? lead.additional_information
  // A form repeats `negociate` of an earlier negotiation. Only together with the status it asks for the step again.
  const asksAgain = form.status === NEGOTIATION && lead.status !== NEGOTIATION
  const negotiates = form.negociate === true && (!lead.negociate || asksAgain)
  return [
    ...(negotiates ? [step('lead.negotiate', { lead_uid })] : []),
    ...(form.quoted === true && lead.quoted === 0 ? [step('lead.markQuoted', { lead_uid })] : []),
    ...(form.pending_sell === true && !lead.pending_sell
      ? [step('lead.pendingSell', { lead_uid, observation })]
      : []),
  ]
}

function formSteps(lead: Lead, form: UpdateLeadRequest): Step[] {
  const inviter =
    form.inviter_phone === undefined ? {} : { inviter_phone: nationalNumber(form.inviter_phone) }
  const changes = leadChangesOf(form)
  const save = { lead_uid: lead.uid, client_uid: lead.client_uid, changes, ...inviter }
  if (isFinished(form)) {
    // The finish marks a quote that the form has and no command marked before.
    const isNewQuote = form.quoted === true && lead.quoted === 0
    return [step('lead.finish', isNewQuote ? { ...save, quoted: 1 } : save)]
  }
  const saves = Object.keys(changes).length > 0 || form.inviter_phone !== undefined
  return [...(saves ? [step('lead.update', save)] : []), ...furtherSteps(lead, form)]
}

/** The commands for the body. Specific forms are tried first, since the whole form accepts any known field. */
function stepsOf(
  lead: Lead,
  flow: readonly number[],
  body: z.infer<typeof updateLeadRoute.body>,
): readonly Step[] {
  const lead_uid = lead.uid
  if (Object.keys(body).join() === 'service_status')
    return [step('lead.setServiceStatus', { lead_uid, ...parsed(leadForms.serviceStatus, body) })]
  if ('isDeadlineEdit' in body) {
    const { isDeadlineEdit: _, ...deadlines } = parsed(leadForms.deadlines, body)
    return [step('lead.setDeadlines', { lead_uid, ...deadlines })]
  }
  const move = leadForms.move.safeParse(body).data
  if (move !== undefined) return [moveStep(lead, flow, move)].filter((found) => found !== null)
  const form = parsed(updateLeadRequestSchema, body)
  const steps = formSteps(lead, form)
  if (steps.length === 0 && Object.keys(form).length === 0)
    throw new Refusal('invalid', 'Envie o que deve mudar no lead.')
  return steps
}

/**
 * The commands of a repeated call. The first one returns its stored result; the further ones run if they did not
 * before.
 */
function stepsAgain(lead: Lead, earlier: CommandName, body: unknown): readonly Step[] {
  const form = updateLeadRequestSchema.safeParse(body).data
  const further = form === undefined ? [] : furtherSteps(lead, form)
  return [
    { command: earlier, args: { lead_uid: lead.uid } },
    ...further.filter(({ command }) => command !== earlier),
  ]
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalidFields(errorsByField(result.error.issues, 'body'))
}

export function leadUpdateRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, updateLeadRoute, async ({ params, body, request }) => {
      const lead = await visibleLead(context, request, params.id)
      const earlier = await earlierCall(context, request)
      const steps =
        earlier === null
          ? stepsOf(lead, await statusFlowOf(db, lead.channel_id), body)
          : stepsAgain(lead, earlier.command, body)
      for (const [place, { command, args }] of steps.entries()) {
        if (place === 0) await executeForCall(context, request, command, args)
        else await executeForCall(context, request, command, args, { key: furtherKey(request, command) })
      }
      const [answer] = await leadAnswers(db, [lead.uid], request.session.user)
      if (answer === undefined) throw notFound()
      return answer
    })
  }
}
