/** The import of expiring policies: docs/rules.md#renewal-import */
import { z } from 'zod'
import { isRenewal } from '../domain/lead/channel-rules.ts'
import { LONGEST_INSURER, renewalRowSchema } from '../domain/renewals/rows.ts'
import { idNumber } from './decimal.ts'
import { meantClientSchema } from './imports.ts'
import { renewalImportSchema } from './renewal-imports.ts'
import { routesOf } from './route.ts'

const { get, post, put } = routesOf('Renovações')
const params = z.object({ id: idNumber.meta({ title: 'Número da importação' }) })

/** What is asked once for the whole file. In a form the values are text. */
export const importChoicesSchema = z.object({
  channel_id: idNumber.refine(isRenewal, 'Escolha renovação própria ou de terceiros'),
  inviter_id: idNumber,
  partner_id: z.preprocess((given) => (given === '' ? null : given), idNumber.nullable().default(null)),
  /** Of the lines that have none. */
  insurer: z.string().trim().max(LONGEST_INSURER).default(''),
})

/**
 * Takes a form: `file` (.xlsx or CSV), `sheet` (its name; without it the one that looks most like policies), `mapping`
 * (JSON: the place of each field's column, or null), `accents` (the encoding of lines in doubt), `day_orders` (JSON: 'day-first' or
 * 'month-first' for a field whose days are in doubt), `channel_id` (27 or 28), `inviter_id`, `partner_id`. The import runs in the
 * background. 422: the days of a column contradict each other, and their order is not given. 409: another import runs.
 */
export const startRenewalImportRoute = post('/lead-temps/import', 'renewals.import', {
  once: true,
  consumes: 'multipart/form-data',
  answer: renewalImportSchema,
  status: 201,
})

export const renewalImportRoute = get('/lead-temps/import/:id', 'renewals.import', {
  params,
  answer: renewalImportSchema,
})

/** What was imported stays. Repeating it changes nothing. */
export const cancelRenewalImportRoute = put('/lead-temps/import/:id/cancel', 'renewals.import', {
  params,
  answer: renewalImportSchema,
})

/** Lines that were not imported. */
export const renewalImportRefusalsRoute = get('/lead-temps/import/:id/refusals', 'renewals.import', {
  params,
  answer: z.object({
    data: z.array(z.object({ line: z.number().int(), policy_number: z.string(), reason: z.string() })),
  }),
})

/** A policy that is in Farol, as a person compares it. */
export const knownPolicySchema = z.object({
  id: z.number().int(),
  /** null: it waits for a broker. */
  lead_id: z.number().int().nullable(),
  policy_number: z.string(),
  item: z.string(),
  insurer: z.string(),
  end_of_validity: z.string().nullable(),
  client_name: z.string(),
  document: z.string(),
})

export const renewalDecisionSchema = z.object({
  line: z.number().int(),
  reason: z.string(),
  row: renewalRowSchema,
  candidates: z.array(knownPolicySchema),
  /** Clients of whom one may be the insured: then nothing else is in doubt. */
  people: z.array(meantClientSchema).default([]),
})
export type RenewalDecision = z.infer<typeof renewalDecisionSchema>

/** Lines whose policy may be in Farol already, for a person to decide. At most 500. */
export const renewalDecisionsRoute = get('/lead-temps/import/:id/decisions', 'renewals.import', {
  params,
  answer: z.object({ data: z.array(renewalDecisionSchema) }),
})

const decideSchema = z.object({
  decisions: z
    .array(
      z.object({
        line: z.number().int(),
        decision: z.enum(['update', 'create', 'discard']),
        /** With 'update': the policy that the line is, of the same insured. */
        temp_id: z.number().int().nullable().default(null),
        /** With `people`: the client that the insured is; null: another person. */
        client_uid: z.uuid().nullable().default(null),
      }),
    )
    .min(1)
    .max(500),
})
export type DecideRenewals = z.infer<typeof decideSchema>

/** A line that was decided meanwhile is left as it is. */
export const decideRenewalsRoute = put('/lead-temps/import/:id/decisions', 'renewals.import', {
  params,
  body: decideSchema,
  answer: renewalImportSchema,
})

export const MOST_ASSIGNED = 500

export const assignRenewalsBodySchema = z.object({
  ids: z.array(idNumber).min(1, 'Escolha ao menos uma renovação').max(MOST_ASSIGNED),
  broker_id: idNumber,
})

export const assignedRenewalsSchema = z.object({
  assigned: z.number().int(),
  skipped: z.array(z.object({ id: z.number().int(), reason: z.string() })),
})
export type AssignedRenewals = z.infer<typeof assignedRenewalsSchema>

/** Renewals without a lead become leads of this broker. */
export const assignRenewalsRoute = put('/lead-temps/assign', 'renewals.assign', {
  body: assignRenewalsBodySchema,
  answer: assignedRenewalsSchema,
})
