/** PUT /leads/{id}: docs/rules.md#lead-calls. */
import { z } from 'zod'
import { leadAnswerSchema, leadIdParamsSchema } from './board.ts'
import { wholeNumber } from './decimal.ts'
import { bitSchema, updateLeadRequestSchema } from './lead.ts'
import { routesOf } from './route.ts'

const { put } = routesOf('Ações do lead')

/** Forms of the body besides the whole one. */
export const leadForms = {
  /** The four deadline flags, each '0' or '1'. */
  deadlines: z.object({
    capture_on_time: bitSchema,
    first_call_on_time: bitSchema,
    indication_on_time: bitSchema,
    attendance_on_time: bitSchema,
    isDeadlineEdit: z.unknown(),
  }),
  /** The partial form that the board sends. */
  serviceStatus: z.strictObject({ service_status: z.int32().nullable() }),
  move: z.strictObject({ state: wholeNumber, status: wholeNumber.optional() }),
}

/** The schema documents the possible forms. The server picks the form: a union would take the first one that fits. */
const anyForm = z.record(z.string(), z.unknown()).meta({
  anyOf: [...Object.values(leadForms), updateLeadRequestSchema].map((form) =>
    z.toJSONSchema(form, { io: 'input', unrepresentable: 'any', target: 'openapi-3.0' }),
  ),
})

export const updateLeadRoute = put('/leads/:id', 'lead.update', {
  params: leadIdParamsSchema,
  body: anyForm,
  answer: leadAnswerSchema,
})
