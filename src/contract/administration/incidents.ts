/** The register of security incidents, with what the ANPD's form asks: docs/rules.md#incidents */
import { z } from 'zod'
import { INCIDENT_FIELDS } from '../../domain/privacy/incident-fields.ts'
import { partsOf } from '../../domain/record/parts.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { idNumber, numberFrom, wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'

const { get, post, put } = routesOf('Privacidade')
const action = 'privacy.manage'
const params = z.object({ id: idNumber.meta({ title: 'Número do incidente' }) })

export const incidentBodySchema = z.object({
  ...partsOf(INCIDENT_FIELDS, 'sent'),
  description: z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(10_000),
  known_on: INCIDENT_FIELDS.known_on.sent.unwrap().unwrap(),
})

export const incidentSchema = z.object({
  ...incidentBodySchema.shape,
  id: z.number().int(),
  revision: z.number().int(),
  created_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
})
export type Incident = z.output<typeof incidentSchema>

/** The latest known first. */
export const incidentsRoute = get('/incidents', action, {
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

export const incidentRoute = get('/incidents/:id', action, { params, answer: incidentSchema })

/** Each form has one, so that sending again after a lost answer does not store a second row. */
const formUid = z.uuid().optional()

export const createIncidentRoute = post('/incidents', action, {
  body: incidentBodySchema.extend({ uid: formUid }),
  answer: incidentSchema,
})

/** `revision`: of the record that the form began with. Another one is refused with 409. */
export const updateIncidentRoute = put('/incidents/:id', action, {
  params,
  body: incidentBodySchema.extend({ revision: z.number().int() }),
  answer: incidentSchema,
})
