import { finishLead as finishLeadCommand, leadBeforeEnd } from '../../../src/commands/finish-lead.ts'
import { endProblems } from '../../../src/domain/lead/finish-checks.ts'
import { formProblems } from '../../../src/domain/lead/form-rules.ts'
import { leadPermissions } from '../../../src/domain/lead/lead-permissions.ts'
import { defineHandler, refusalOf } from '../handler.ts'
import { checkProposal } from '../proposals.ts'
import { checkSave, writeInviterPhone } from './save-check.ts'

/**
 * 'Finalizar'. Checks the changed lead, and refuses with all that it misses: docs/rules.md#finish. The first is the
 * sentence of the refusal.
 */
export const finishLead = defineHandler(finishLeadCommand, async (input) => {
  const { tx, lead, stored, gets, after, args, context } = input
  const { user, statusFlow, occurredAt } = context
  const changed = leadBeforeEnd(lead, args, user)
  const save = {
    mode: 'edit',
    lead: changed,
    client: after.client,
    before: { lead, client: stored },
    getsClient: gets,
    inviterPhone: args.inviter_phone,
    context,
  } as const
  const { problems, inviter } = await checkSave(tx, save)
  const refusal = refusalOf(
    endProblems([...formProblems(lead, changed, user), ...problems], {
      lead: changed,
      statusFlow,
      inviterRole: inviter?.role_id ?? null,
      permissions: leadPermissions(changed, user, null),
      nowMs: Date.parse(occurredAt),
    }),
  )
  if (refusal !== null) return refusal
  const proposal = await checkProposal(tx, { lead: changed, before: lead, electiveLead: null, context })
  if (proposal.refusal !== null) return proposal.refusal
  return {
    kind: 'accept',
    also: async () => {
      await proposal.take()
      return writeInviterPhone(tx, save, inviter)
    },
  }
})
