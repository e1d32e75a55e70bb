/** The link into the insurers' quoting system: docs/rules.md#quote. */
import { z } from 'zod'
import { clientFieldsSchema } from '../domain/client/changes.ts'
import { idNumber, wholeNumber } from './decimal.ts'
import { routesOf } from './route.ts'

const quoteType = z.union([z.literal(1), z.literal(2)])

const { post } = routesOf('Cotação')

/** 422: the client's data are incomplete, or the lead cannot be quoted. 503 `not_configured`: no link for the partner. */
export const quoteRoute = post('/quote/:leadId', 'lead.quote', {
  params: z.object({ leadId: idNumber.meta({ title: 'Número do lead' }) }),
  answer: z.object({ link: z.string(), quote_type: quoteType }),
})

/** 'Simular cotação', before there is a lead. */
export const simulateQuoteRoute = post('/quote/simulate', 'quote.simulate', {
  reads: true,
  body: z.object({
    client: clientFieldsSchema,
    partner_id: wholeNumber,
    insurance_id: wholeNumber.nullable(),
    /** Of role 1 or 7: docs/rules.md#quote. */
    inviter_id: wholeNumber,
  }),
  answer: z.object({ link: z.string() }),
})
