import { recoverLead as recoverLeadCommand } from '../../../src/commands/lead-steps.ts'
import { assignableBroker } from '../../queries/assignable-broker.ts'
import { ACCEPT, defineHandler } from '../handler.ts'

/**
 * A recovered lead whose broker left goes to the user who recovers it, so that a broker works it.
 * docs/rules.md#recovery
 */
export const recoverLead = defineHandler(recoverLeadCommand, async ({ tx, lead, after, context }) => {
  const isWorked =
    lead.broker_id !== null && (await assignableBroker(tx, lead.broker_id, { by: 'hand', absentToo: true }))
  return isWorked ? ACCEPT : { kind: 'accept', lead: { ...after.lead, broker_id: context.user.id } }
})
