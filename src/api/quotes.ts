/** Asks the server for the quote link: docs/rules.md#quote. */
import type { z } from 'zod'
import { quoteSchema, type SimulateQuoteRequest, simulateQuoteSchema } from '../contract/quotes.ts'
import { type CallResult, call, mapResult } from './http.ts'

/** Returns the link to open in a new tab. The command `lead.markQuoted` marks the lead quoted. */
export function quoteLead(token: string, leadId: number): Promise<CallResult<z.infer<typeof quoteSchema>>> {
  return call(`quote/${leadId}`, quoteSchema, { method: 'post', token })
}

/** 'Simular cotação': returns the link before there is a lead. */
export async function simulateQuote(
  token: string,
  request: SimulateQuoteRequest,
): Promise<CallResult<string>> {
  const options = { method: 'post', json: request, token }
  return mapResult(await call('quote/simulate', simulateQuoteSchema, options), ({ link }) => link)
}
