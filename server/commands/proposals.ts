/** A proposal becomes one lead: docs/rules.md#proposals. */
import { sql, type Transaction } from 'kysely'
import type { LeadFields } from '../../src/domain/lead/changes.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'
import { mineSql } from '../queries/proposals.ts'
import type { Decision } from './handler.ts'

export const PROPOSAL_TAKEN = 'Proposta já registrada'

export interface ElectiveLead {
  readonly id: number
  readonly proposal: string
  readonly lead_uid: string | null
  readonly bypass_allowed: boolean | null
}

/** Locks and returns the imported proposal; null when it does not exist or the user may not see it. */
export async function readElectiveLead(
  tx: Transaction<Database>,
  id: number,
  user: SessionUser,
): Promise<ElectiveLead | null> {
  const { rows } = await sql<ElectiveLead>`
    select e.id, e.proposal, e.lead_uid, e.bypass_allowed
    from elective_leads e
    where e.id = ${id}
      and ${mineSql(user)}
    for update`.execute(tx)
  return rows[0] ?? null
}

interface Question {
  readonly lead: LeadFields & { readonly uid: string; readonly client_name: string }
  readonly before: Pick<LeadFields, 'proposal'> | null
  readonly electiveLead: ElectiveLead | null
}

/**
 * Returns a refusal when another lead that is not cancelled has the proposal; null when the proposal is free or an
 * administrator allows the duplicate. The refusal's transaction also writes the attempt for the report of duplicates.
 */
export async function registeredProposal(
  tx: Transaction<Database>,
  { lead, before, electiveLead }: Question,
): Promise<Decision | null> {
  const proposal = lead.proposal?.trim() ?? ''
  if (proposal === '' || proposal === before?.proposal?.trim()) return null
  // Two concurrent commands with one proposal: the second waits here, then finds the first one's lead.
  await sql`select pg_advisory_xact_lock(hashtext(${`proposal:${proposal}`}))`.execute(tx)
  if (electiveLead?.bypass_allowed === true) return null
  const other = await tx
    .selectFrom('leads')
    .select('uid')
    .where('proposal', '=', proposal)
    .where('uid', '<>', lead.uid)
    .where('cancelled', '=', false)
    .executeTakeFirst()
  const imported = electiveLead !== null && electiveLead.lead_uid !== null
  if (other === undefined && !imported) return null
  await keepAttempt(tx, proposal, lead)
  return {
    kind: 'refuse',
    code: 'proposal_taken',
    message: PROPOSAL_TAKEN,
    errors: { proposal: [PROPOSAL_TAKEN] },
  }
}

async function keepAttempt(
  tx: Transaction<Database>,
  proposal: string,
  lead: Question['lead'],
): Promise<void> {
  const waiting = await tx
    .selectFrom('lead_duplicates')
    .select('id')
    .where('proposal', '=', proposal)
    .where('released', '=', false)
    .executeTakeFirst()
  if (waiting !== undefined) return
  await tx
    .insertInto('lead_duplicates')
    .values({
      proposal,
      client_name: lead.client_name,
      vehicle: lead.product ?? '',
      partner_id: lead.partner_id,
      user_relead: null,
    })
    .execute()
}

export async function markImported(
  tx: Transaction<Database>,
  electiveLead: ElectiveLead,
  leadUid: string,
  at: string,
): Promise<void> {
  await tx
    .updateTable('elective_leads')
    .set({ lead_uid: leadUid, updated_at: at })
    .where('id', '=', electiveLead.id)
    .execute()
}
