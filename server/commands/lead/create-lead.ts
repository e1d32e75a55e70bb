/** Creates a lead, as staff or as a referral: docs/rules.md#creation and #referrals. */
import { createIndication, createLead as createLeadCommand } from '../../../src/commands/create-lead.ts'
import type { CommandArgs } from '../../../src/commands/registry.ts'
import { REFERRALS_A_DAY } from '../../../src/domain/lead/creation.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { isManagement, isStaff } from '../../../src/domain/permissions/roles.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { hasReferredEnough } from '../../queries/referral-quota.ts'
import { ACCEPT, type CreationInput, type Decision, defineCreation, refusalOf } from '../handler.ts'
import { checkProposal, type ElectiveLead, markImported, readElectiveLead } from '../proposals.ts'
import { configuredBroker } from './configured-broker.ts'
import { checkSave, writeInviterPhone } from './save-check.ts'

type Input = CreationInput<CommandArgs<'lead.create'>>

const NO_PROPOSAL = 'Proposta não encontrada.'
const ENOUGH_REFERRALS = `O limite de ${REFERRALS_A_DAY} indicações por dia foi atingido. Envie de novo amanhã.`

export const createLead = defineCreation(createLeadCommand, (input) => begin(input, 'create'))
export const indicate = defineCreation(createIndication, (input) => begin(input, 'referral'))

async function begin(input: Input, mode: 'create' | 'referral'): Promise<Decision> {
  const { tx, lead, client, known, args, context, problems: ofRole } = input
  const { user } = context
  const save = {
    mode,
    lead,
    client,
    before: { lead: null, client: known },
    inviterPhone: args.inviter_phone,
    context,
  }
  // A referrer's forbidden fields are refused before other clients and proposals are read, so that it learns nothing
  // of them.
  if (!isStaff(roleOf(user)) && ofRole.length > 0) return refusalOf(ofRole) ?? ACCEPT
  if (!isManagement(roleOf(user)) && (await hasReferredEnough(tx, user, input.nowMs)))
    return { kind: 'refuse', code: 'quota_reached', message: ENOUGH_REFERRALS }
  const { problems, inviter } = await checkSave(tx, save)
  const refusal = refusalOf([...ofRole, ...problems])
  if (refusal !== null) return refusal

  const electiveLead = await importedProposal(input)
  if (electiveLead === 'unknown')
    return { kind: 'refuse', message: NO_PROPOSAL, errors: { elective_lead_id: [NO_PROPOSAL] } }
  const proposal = await checkProposal(tx, { lead, before: null, electiveLead, context })
  if (proposal.refusal !== null) return proposal.refusal
  return {
    kind: 'accept',
    lead: { ...lead, broker_id: lead.broker_id ?? (await configuredBroker(tx, lead)) },
    also: async () => {
      await proposal.take()
      if (electiveLead !== null) await markImported(tx, electiveLead, lead.uid, context.occurredAt)
      return writeInviterPhone(tx, save, inviter)
    },
  }
}

async function importedProposal({ tx, args, context }: Input): Promise<ElectiveLead | 'unknown' | null> {
  if (args.elective_lead_id === undefined) return null
  if (!may('proposal.import', roleOf(context.user))) return 'unknown'
  const found = await readElectiveLead(tx, args.elective_lead_id, context.user)
  // The user typed another proposal after the import: the imported proposal stays importable.
  return found === null || found.proposal === args.lead.proposal?.trim() ? (found ?? 'unknown') : null
}
