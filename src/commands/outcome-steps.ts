/** What the outcomes of 'Meu dia' write that no other command does, and what takes them back: docs/rules.md#outcomes */
import { z } from 'zod'
import { noteContactProblem, putBackProblem } from '../domain/lead/lifecycle-problems.ts'
import { overlay } from '../domain/record/overlay.ts'
import { defineCommand } from './definition.ts'

const entityUid = (args: { lead_uid: string }) => args.lead_uid

/** The types of contact that a call or a conversation is. */
const CONTACT_TYPES = [1, 2, 4] as const

/** Type and date of the contact, each where it is empty. */
export const noteContact = defineCommand({
  name: 'lead.noteContact',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    contact_type: z.literal(CONTACT_TYPES),
    contact_date: z.iso.datetime({ offset: true }),
  }),
  entityUid,
  label: 'Registrar contato',
  problem: (lead, _args, { user }) => noteContactProblem(lead, user),
  apply: (lead, { contact_type, contact_date }) => ({
    ...lead,
    contact_type: lead.contact_type ?? contact_type,
    contact_date: lead.contact_date ?? contact_date,
  }),
})

/** The fields that a command of a group can have changed, with their values before it. */
const fieldsBefore = z
  .strictObject({
    status: z.int32(),
    negociate: z.boolean(),
    quoted: z.literal([0, 1]),
    quoted_date: z.string().max(40).nullable(),
    quote_link_pending: z.boolean(),
    service_status: z.int32().nullable(),
    contact_type: z.int32().nullable(),
    contact_date: z.string().max(40).nullable(),
    lead_scheduling: z
      .strictObject({
        scheduling_date: z.string().max(40),
        description: z.string().max(2000),
        status: z.literal([0, 1]),
      })
      .nullable(),
  })
  .partial()

export const isPutBack = (field: string): field is keyof z.infer<typeof fieldsBefore> =>
  Object.hasOwn(fieldsBefore.shape, field)

/** 'Desfazer': the fields get the values that they had before the user's own change. */
export const putBack = defineCommand({
  name: 'lead.putBack',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    fields: fieldsBefore.refine((fields) => Object.keys(fields).length > 0, 'Informe o que volta'),
  }),
  entityUid,
  label: 'Desfazer resultado',
  problem: (lead, _args, { user }) => putBackProblem(lead, user),
  apply: (lead, { fields }) => overlay(lead, fields),
})
