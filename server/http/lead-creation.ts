/** REST calls that create leads: docs/rules.md#lead-calls. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { CommandArgs } from '../../src/commands/registry.ts'
import { type CreateLeadRequest, createLeadRoute, externalLeadRoute } from '../../src/contract/lead.ts'
import type { ClientFields } from '../../src/domain/client/changes.ts'
import { clientFieldsOf, EMPTY_CLIENT } from '../../src/domain/client/fields.ts'
import { inScope } from '../../src/domain/lead/access.ts'
import { CHANNEL } from '../../src/domain/lead/channel-rules.ts'
import { isBroker, isManagement } from '../../src/domain/permissions/roles.ts'
import { nationalNumber } from '../../src/domain/phone/national-number.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { earlierCall, executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import { uidOfNew } from '../context/request-key.ts'
import { clientOfNumber } from '../queries/clients.ts'
import { type LeadAnswer, leadAnswers } from '../queries/lead-answer.ts'
import { readSettings } from '../queries/settings.ts'
import { isBrokenRule } from '../wire/errors.ts'
import { serve } from '../wire/serve.ts'
import { noteForeignClient } from './clients.ts'
import { defaultPartner, leadFieldsOf } from './lead-payload.ts'

/** Within this time a repeated call counts as the retry of a lost answer. */
const ANSWERED_AGAIN_MS = 10 * 60_000
const PARTNER_NOT_FOUND = 'Sem permissão para criar esse tipo de Lead (Partner not found)'

/** The command for this user: 'lead.create' for management's form and for 'Me Indico', else a referral. */
function creationOf(request: FastifyRequest, body: CreateLeadRequest): 'lead.create' | 'indication.create' {
  const role = roleOf(request.session.user)
  const refersItself = isBroker(role) && body.channel_id === CHANNEL.selfIndication
  return isManagement(role) || refersItself ? 'lead.create' : 'indication.create'
}

/**
 * Converts errors of /external-lead: a foreign dealership is a 404; a broken rule without a field has `statusError`.
 */
function asExternalError(error: unknown): unknown {
  if (!isBrokenRule(error)) return error
  const { code, message, body } = error
  const { errors } = body
  if (errors?.partner_id !== undefined) return new Refusal('not_found', PARTNER_NOT_FOUND)
  return errors === undefined ? new Refusal(code, message, undefined, { statusError: 1 }) : error
}

export function leadCreationRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  /** The client with this id in the caller's scope, with the uid and values that the caller sees. Throws 404. */
  async function existingClient(
    request: FastifyRequest,
    id: number,
  ): Promise<{ uid: string; fields: ClientFields }> {
    const { user } = request.session
    const client = await clientOfNumber(db, user, id)
    if (client === null) {
      await noteForeignClient(context, request, id)
      throw notFound()
    }
    return { uid: client.uid, fields: clientFieldsOf(client) }
  }

  /**
   * Returns the new lead to its creator, even outside the creator's scope. Later it is read like any other lead, with
   * a 404. `madeMs`: epoch ms of the first call with this key; null: a new call.
   */
  async function answer(request: FastifyRequest, uid: string, madeMs: number | null): Promise<LeadAnswer> {
    const { user } = request.session
    const [lead] = await leadAnswers(db, [uid], user)
    const nowMs = context.now()
    const isLate = madeMs !== null && nowMs - madeMs > ANSWERED_AGAIN_MS
    if (lead === undefined || (isLate && !inScope(lead, user, await readSettings(db), nowMs)))
      throw notFound()
    return lead
  }

  return async (app) => {
    serve(app, createLeadRoute, async ({ body, request }) => {
      const { user } = request.session
      const command = creationOf(request, body)
      const earlier = await earlierCall(context, request)
      // A repeated call is answered by its key. It does not read the client, which may have left the caller's
      // scope.
      const client =
        earlier === null
          ? await existingClient(request, body.client_id)
          : { uid: uidOfNew(request, 'client'), fields: EMPTY_CLIENT }
      const args: CommandArgs<'lead.create'> = {
        lead_uid: uidOfNew(request, 'lead'),
        client_uid: client.uid,
        lead: leadFieldsOf(body, {
          user,
          occurredAt: new Date(context.now()).toISOString(),
          partner: command === 'lead.create' ? null : defaultPartner(user),
        }),
        client: client.fields,
        ...(body.inviter_phone === undefined ? {} : { inviter_phone: nationalNumber(body.inviter_phone) }),
        ...(body.elective_lead_id === undefined ? {} : { elective_lead_id: body.elective_lead_id }),
      }
      await executeForCall(context, request, command, args)
      return answer(request, args.lead_uid, earlier?.receivedMs ?? null)
    })

    serve(app, externalLeadRoute, async ({ body, request }) => {
      const { user } = request.session
      const lead_uid = uidOfNew(request, 'lead')
      const lead = leadFieldsOf(body, {
        user,
        occurredAt: new Date(context.now()).toISOString(),
        partner: defaultPartner(user),
      })
      const { client } = body
      const args = { lead_uid, client_uid: uidOfNew(request, 'client'), lead, client }
      try {
        await executeForCall(context, request, 'indication.create', args)
      } catch (error) {
        throw asExternalError(error)
      }
      const { indication_on_time, id } = await answer(request, lead_uid, null)
      return { indication_on_time, id: id ?? 0 }
    })
  }
}
