/** Commands between capture and end, with few arguments besides the lead: docs/rules.md#steps. */
import { z } from 'zod'
import { advance, markQuoted, negotiate, pendingSell, recover } from '../domain/lead/lifecycle.ts'
import {
  advanceProblem,
  negotiateProblem,
  pendingSellProblem,
  quoteStepProblem,
  recoverProblem,
} from '../domain/lead/lifecycle-problems.ts'
import { defineCommand, definePlainCommand } from './definition.ts'

const aboutLead = z.strictObject({ lead_uid: z.string() })
const entityUid = (args: { lead_uid: string }) => args.lead_uid

export const negotiateLead = definePlainCommand({
  name: 'lead.negotiate',
  version: 1,
  args: aboutLead,
  entityUid,
  label: 'Iniciar negociação',
  problem: (lead, _args, { user }) => negotiateProblem(lead, user),
  apply: negotiate,
})

export const sellLeadPending = definePlainCommand({
  name: 'lead.pendingSell',
  version: 1,
  args: aboutLead.extend({ observation: z.string().trim().min(1, 'Informe a observação').max(4000) }),
  entityUid,
  label: 'Vendido com pendência',
  problem: (lead, _args, { user }) => pendingSellProblem(lead, user),
  apply: (lead, args) => pendingSell(lead, args.observation),
  withTexts: (args, replace) => ({
    ...args,
    observation: replace('additional_information', args.observation),
  }),
})

export const advanceLead = definePlainCommand({
  name: 'lead.advance',
  version: 1,
  args: aboutLead,
  entityUid,
  label: 'Avançar status',
  problem: (lead, _args, { user, statusFlow }) => advanceProblem(lead, user, statusFlow),
  apply: (lead, _args, context) => advance(lead, context),
})

export const markLeadQuoted = definePlainCommand({
  name: 'lead.markQuoted',
  version: 1,
  /** `link` is 'later' when the link could not be opened yet. */
  args: aboutLead.extend({ link: z.literal('later').exactOptional() }),
  entityUid,
  label: 'Marcar como cotado',
  problem: (lead, _args, { user }) => quoteStepProblem(lead, user),
  apply: (lead, { link }, context) => markQuoted(lead, context, link),
})

export const recoverLead = defineCommand({
  name: 'lead.recover',
  version: 1,
  args: aboutLead,
  entityUid,
  label: 'Recuperar lead',
  problem: (lead, _args, { user }) => recoverProblem(lead, user),
  apply: recover,
})
