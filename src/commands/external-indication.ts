import { z } from 'zod'
import { clientFieldsSchema, newClient } from '../domain/client/changes.ts'
import { insuranceDetailsSchema } from '../domain/indication/details.ts'
import { externalLeadFields } from '../domain/indication/external-lead.ts'
import { indicationProblems } from '../domain/indication/problems.ts'
import { newLead } from '../domain/lead/creation.ts'
import { defineCommand } from './definition.ts'

/**
 * One line of insurance that a referrer indicates with the external form: docs/rules.md#external-indication. Several lines
 * are several commands, each with a client of its own: the server joins them by their document.
 */
export const indicateExternally = defineCommand({
  name: 'indication.external',
  version: 1,
  args: z.strictObject({
    /** UUIDv7, created on the device. It never changes. */
    lead_uid: z.uuid(),
    client_uid: z.uuid(),
    insurance_id: z.int32(),
    details: insuranceDetailsSchema,
    client: clientFieldsSchema,
  }),
  entityUid: (args) => args.lead_uid,
  clientUid: (args) => args.client_uid,
  label: 'Indicação externa',
  fieldProblems: ({ client, insurance_id, details }, { occurredAt }) =>
    indicationProblems({ client, insuranceId: insurance_id, details }, Date.parse(occurredAt)),
  create: ({ lead_uid, client_uid, insurance_id, details, client }, { user, occurredAt, settings }) => ({
    ...newLead({
      uid: lead_uid,
      fields: externalLeadFields(user, { insuranceId: insurance_id, details }, occurredAt),
      client: newClient(client_uid, client),
      occurredAt,
      settings,
    }),
    insurance_details: details,
  }),
  applyClient: (client, args) =>
    client === null ? newClient(args.client_uid, args.client) : { ...client, ...args.client },
})
