import { z } from 'zod'
import { serviceStatusProblem } from '../domain/lead/lifecycle-problems.ts'
import { defineCommand } from './definition.ts'

/** The service-status select of the card: docs/rules.md#cards. */
export const setServiceStatus = defineCommand({
  name: 'lead.setServiceStatus',
  version: 1,
  args: z.object({ lead_uid: z.string(), service_status: z.int32().nullable() }),
  entityUid: (args) => args.lead_uid,
  label: 'Mudar situação do atendimento',
  problem: (lead, _args, { user }) => serviceStatusProblem(lead, user),
  apply: (lead, args) => ({ ...lead, service_status: args.service_status }),
})
