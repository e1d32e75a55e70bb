/** A lead that a call names by its number. */
import type { FastifyRequest } from 'fastify'
import { inScope } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isManagement } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { readLead } from '../queries/lead-row.ts'
import { noteForeign } from './note-foreign.ts'

/** Returns the lead if this user may see it. Throws the same 404 for a missing lead and a lead outside the scope. */
export async function visibleLead(context: AppContext, request: FastifyRequest, id: number): Promise<Lead> {
  const { db } = context.store
  const { user, moment } = request.session
  const row = await db.selectFrom('leads').select('uid').where('id', '=', id).executeTakeFirst()
  const lead = row === undefined ? null : await readLead(db, row.uid)
  if (lead === null) throw notFound()
  if (!inScope(lead, user, await context.rounds.settings(moment), context.now())) {
    noteForeign(context, request, `lead ${id}`)
    throw notFound()
  }
  return lead
}

/** Like `visibleLead`, to read alone: management also reads a finished lead that has left the scope by its age. */
export async function readableLead(
  context: AppContext,
  request: FastifyRequest,
  id: number,
): Promise<{ uid: string }> {
  if (!isManagement(roleOf(request.session.user))) return visibleLead(context, request, id)
  const row = await context.store.db.selectFrom('leads').select('uid').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}
