/** The register of security incidents, with what the ANPD's form asks: docs/rules.md#incidents */
import { z } from 'zod'
import { DATA_KINDS, SUBJECT_KINDS, TOLD_STATES } from '../../domain/privacy/incidents.ts'
import { idNumber, numberFrom, wholeNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { REQUIRED_FIELD } from '../session.ts'

const tag = 'Privacidade'
const action = 'privacy.manage'
const params = z.object({ id: idNumber.meta({ title: 'Número do incidente' }) })

const day = z.iso.date({ error: 'Use uma data válida' })
const text = z.string().trim().max(10_000).default('')
const count = z
  .number({ error: 'Use um número inteiro' })
  .int('Use um número inteiro')
  .min(0, 'Use um número inteiro')
  .max(2_000_000_000, 'Use um número menor')
  .nullable()
  .default(null)

export const incidentBodySchema = z.object({
  description: z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(10_000),
  /** null: not known. */
  occurred_on: day.nullable().default(null),
  known_on: day,
  subject_kinds: z.array(z.enum(SUBJECT_KINDS)).max(SUBJECT_KINDS.length),
  /** null: not known yet. */
  subjects: count,
  minors: count,
  elderly: count,
  data_kinds: z.array(z.enum(DATA_KINDS)).max(DATA_KINDS.length),
  measures_before: text,
  measures_after: text,
  risks: text,
  delay_reasons: text,
  measures_taken: text,
  dpo_contact: text,
  subjects_told: z.enum(TOLD_STATES).default('no'),
  subjects_told_on: day.nullable().default(null),
  subjects_told_how: text,
  anpd_told_on: day.nullable().default(null),
  anpd_protocol: z.string().trim().max(200).default(''),
  /** Why the ANPD need not be notified. It ends the deadline as a notification does. */
  anpd_not_told_reason: text,
})

export const incidentSchema = z.object({
  ...incidentBodySchema.shape,
  id: z.number().int(),
  revision: z.number().int(),
  created_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
})
export type Incident = z.output<typeof incidentSchema>

/** The latest known first. */
export const incidentsRoute = defineRoute({
  method: 'GET',
  path: '/incidents',
  action,
  tag,
  query: z.object({
    per_page: numberFrom(1, 100).default(10),
    /** From 1. */
    page: wholeNumber.pipe(z.number().min(1)).default(1),
  }),
  answer: z.object({
    data: z.array(incidentSchema),
    meta: z.object({ total: z.number().int(), open: z.number().int() }),
  }),
})

export const incidentRoute = defineRoute({
  method: 'GET',
  path: '/incidents/:id',
  action,
  tag,
  params,
  answer: incidentSchema,
})

/** Each form has one, so that sending again after a lost answer does not store a second row. */
const formUid = z.uuid().optional()

export const createIncidentRoute = defineRoute({
  method: 'POST',
  path: '/incidents',
  action,
  tag,
  body: incidentBodySchema.extend({ uid: formUid }),
  answer: incidentSchema,
})

/** `revision`: of the record that the form began with. Another one is refused with 409. */
export const updateIncidentRoute = defineRoute({
  method: 'PUT',
  path: '/incidents/:id',
  action,
  tag,
  params,
  body: incidentBodySchema.extend({ revision: z.number().int() }),
  answer: incidentSchema,
})
