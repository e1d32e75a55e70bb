import { bringBack as bringBackCommand } from '../../../src/commands/bring-back.ts'
import { updateLead as updateLeadCommand } from '../../../src/commands/update-lead.ts'
import { formProblems } from '../../../src/domain/lead/form-rules.ts'
import { type Decision, defineHandler, type LeadInput, refusalOf } from '../handler.ts'
import { checkProposal } from '../proposals.ts'
import { checkSave, writeInviterPhone } from './save-check.ts'

/** 'Salvar'. The rules check the whole changed lead, not only the fields of this command. */
export const updateLead = defineHandler(updateLeadCommand, (input) => saved(input, input.args.inviter_phone))

/** 'Trazer de volta', by the rules of a save. The history has the reason. */
export const bringBack = defineHandler(bringBackCommand, async (input) => {
  const decision = await saved(input, undefined)
  if (decision.kind !== 'accept') return decision
  const { reason, as_of } = input.args
  return {
    ...decision,
    also: async () => ({
      ...(await decision.also?.()),
      brought_back: { before: null, after: as_of },
      reason_to_bring_back: { before: null, after: reason },
    }),
  }
})

async function saved(input: LeadInput<unknown>, inviterPhone: string | undefined): Promise<Decision> {
  const { tx, lead, stored, gets, after, context } = input
  const save = {
    mode: 'edit',
    lead: after.lead,
    client: after.client,
    before: { lead, client: stored },
    getsClient: gets,
    inviterPhone,
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
}
