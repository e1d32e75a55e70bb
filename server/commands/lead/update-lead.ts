import { updateLead as updateLeadCommand } from '../../../src/commands/update-lead.ts'
import { formProblems } from '../../../src/domain/lead/form-rules.ts'
import { defineHandler, refusalOf } from '../handler.ts'
import { checkProposal } from '../proposals.ts'
import { checkSave, writeInviterPhone } from './save-check.ts'

/** 'Salvar'. The rules check the whole changed lead, not only the fields of this command. */
export const updateLead = defineHandler(updateLeadCommand, async (input) => {
  const { tx, lead, stored, gets, after, args, context } = input
  const save = {
    mode: 'edit',
    lead: after.lead,
    client: after.client,
    before: { lead, client: stored },
    getsClient: gets,
    inviterPhone: args.inviter_phone,
    context,
  } as const
  const { problems, inviter } = await checkSave(tx, save)
  const refusal = refusalOf([...formProblems(lead, after.lead, context.user), ...problems])
  if (refusal !== null) return refusal
  const proposal = await checkProposal(tx, { lead: after.lead, before: lead, electiveLead: null, context })
  if (proposal.refusal !== null) return proposal.refusal
  return {
    kind: 'accept',
    also: async () => {
      await proposal.take()
      return writeInviterPhone(tx, save, inviter)
    },
  }
})
