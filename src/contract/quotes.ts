/** The link into the insurers' quoting system: docs/rules.md#quote. */
import { z } from 'zod'
import { clientFieldsSchema } from '../domain/client/changes.ts'
import { idNumber, wholeNumber } from './decimal.ts'

const quoteType = z.union([z.literal(1), z.literal(2)])

/**
 * POST /quote/{leadId}. 422: the client's data are incomplete, or the lead cannot be quoted.
 * 503 `not_configured`: the partner has no quote link.
 */
export const quoteParamsSchema = z.object({ leadId: idNumber.meta({ title: 'Número do lead' }) })
export const quoteSchema = z.object({ link: z.string(), quote_type: quoteType })

/** POST /quote/simulate: 'Simular cotação', before there is a lead. */
export const simulateQuoteRequestSchema = z.object({
  client: clientFieldsSchema,
  partner_id: wholeNumber,
  insurance_id: wholeNumber.nullable(),
  /** A user of role 1 or 7: docs/rules.md#quote. */
  inviter_id: wholeNumber,
})
export const simulateQuoteSchema = z.object({ link: z.string() })
export type SimulateQuoteRequest = z.infer<typeof simulateQuoteRequestSchema>
