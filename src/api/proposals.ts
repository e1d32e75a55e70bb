/** Proposals that wait to become leads: docs/rules.md#proposals. */
import type { z } from 'zod'
import { bypassRoute, type Proposal, proposalSearchRoute, proposalsRoute } from '../contract/proposals.ts'
import { call } from './call.ts'
import { type CallResult, mapResult } from './call-result.ts'

export async function listProposals(
  token: string,
  query: z.input<typeof proposalsRoute.query>,
): Promise<CallResult<Proposal[]>> {
  const result = await call(proposalsRoute, { query, token })
  return mapResult(result, ({ data }) => data)
}

/**
 * Returns the proposal that fills the form. Whatever prevents the import is a refusal with its sentence.
 */
export async function searchProposal(
  token: string,
  asked: { userLogin: string; proposal: string; partnerId: number | null },
): Promise<CallResult<{ message: string | null; proposal: Proposal }>> {
  const query = { ...asked, partnerId: asked.partnerId ?? undefined }
  const result = await call(proposalSearchRoute, { query, token })
  return mapResult(result, ({ message, data }) => ({ message: message ?? null, proposal: data }))
}

/**
 * Sets whether the proposal may be imported once more. For administrators.
 * Returns the proposal as it is now.
 */
export async function setProposalBypass(
  token: string,
  id: number,
  allowed: boolean,
): Promise<CallResult<{ message: string; proposal: Proposal }>> {
  const result = await call(bypassRoute, { params: { id }, body: { bypass_allowed: allowed }, token })
  return mapResult(result, ({ message, data }) => ({ message, proposal: data }))
}
