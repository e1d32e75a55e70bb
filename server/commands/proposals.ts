/** A proposal becomes one lead: docs/rules.md#proposals. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { CommandContext } from '../../src/commands/definition.ts'
import type { LeadFields } from '../../src/domain/lead/changes.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'
import { mineSql } from '../queries/proposals.ts'
import type { Decision } from './handler.ts'

export const PROPOSAL_TAKEN = 'Proposta já registrada'

export type ElectiveLead = Pick<
  Selectable<Database['elective_leads']>,
  'id' | 'proposal' | 'lead_uid' | 'bypass_allowed'
>

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
  readonly context: Pick<CommandContext, 'user' | 'occurredAt'>
}

type ProposalCheck =
  | { readonly refusal: Decision }
  /** `take` runs after the lead is written: a release is used up then. */
  | { readonly refusal: null; readonly take: () => Promise<void> }

const FREE: ProposalCheck = { refusal: null, take: async () => {} }

/**
 * Refuses when another lead that is not cancelled has the proposal. It is free when an administrator allows the duplicate
 * or released it, a release for one lead. The refusal's transaction also writes the attempt, once for each key, for the
 * report of duplicates. A refusal is a result, so it is not rolled back.
 */
export async function checkProposal(
  tx: Transaction<Database>,
  { lead, before, electiveLead, context }: Question,
): Promise<ProposalCheck> {
  const proposal = lead.proposal?.trim() ?? ''
  if (proposal === '' || proposal === before?.proposal?.trim()) return FREE
  await lockProposal(tx, proposal)
  if (electiveLead?.bypass_allowed === true) return FREE
  const other = await tx
    .selectFrom('leads')
    .select('uid')
    .where('proposal', '=', proposal)
    .where('uid', '<>', lead.uid)
    .where('cancelled', '=', false)
    .executeTakeFirst()
  const imported = electiveLead !== null && electiveLead.lead_uid !== null
  if (other === undefined && !imported) return FREE
  const release = await openRelease(tx, proposal)
  if (release !== null) return { refusal: null, take: () => takeRelease(tx, release, context.occurredAt) }
  await tx
    .insertInto('lead_duplicates')
    .values({
      proposal,
      client_name: lead.client_name,
      vehicle: lead.product ?? '',
      partner_id: lead.partner_id,
      user_relead: context.user.id,
      relead_at: context.occurredAt,
    })
    .execute()
  return {
    refusal: {
      kind: 'refuse',
      code: 'proposal_taken',
      message: PROPOSAL_TAKEN,
      errors: { proposal: [PROPOSAL_TAKEN] },
    },
  }
}

/** Two transactions with one proposal: the second waits here, then finds what the first one wrote. */
export async function lockProposal(tx: Transaction<Database>, proposal: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`proposal:${proposal}`}))`.execute(tx)
}

/** Returns the attempt whose release no lead has taken, or null. Callers hold the proposal's lock. */
export async function openRelease(tx: Transaction<Database>, proposal: string): Promise<number | null> {
  const open = await tx
    .selectFrom('lead_duplicates')
    .select('id')
    .where('proposal', '=', proposal)
    .where('released', '=', true)
    .where('used_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return open?.id ?? null
}

async function takeRelease(tx: Transaction<Database>, id: number, at: string): Promise<void> {
  await tx.updateTable('lead_duplicates').set({ used_at: at }).where('id', '=', id).execute()
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
