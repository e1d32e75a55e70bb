/** The one call of the receipt's page. Its failures are values. */
import * as z from 'zod/mini'
import { RECEIPT_STEPS } from '../../domain/indication/receipt-steps.ts'
import { ask, bodyOf, post } from '../ask.ts'

export const receiptSchema = z.object({
  name: z.string(),
  steps: z.array(z.object({ step: z.enum(RECEIPT_STEPS), at: z.nullable(z.string()), text: z.string() })),
  as_of: z.string(),
  brokerage: z._default(z.object({ name: z.nullable(z.string()), logo: z.nullable(z.string()) }), {
    name: null,
    logo: null,
  }),
})
export type Receipt = z.infer<typeof receiptSchema>

export type ReadReceipt =
  | { readonly kind: 'read'; readonly receipt: Receipt }
  /** No code of the server opens anything here; it says not why. */
  | { readonly kind: 'none' }
  | { readonly kind: 'limited'; readonly minutes: number }
  | { readonly kind: 'unreachable' }

export async function readReceipt(code: string): Promise<ReadReceipt> {
  const response = await ask('/receipt', post({ code }))
  if (response === null) return { kind: 'unreachable' }
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60) || 60
    return { kind: 'limited', minutes: Math.max(1, Math.ceil(seconds / 60)) }
  }
  // Only Farol's own answer ends a receipt: a captive portal or a proxy may say 404 of anything.
  const content = await bodyOf(response)
  if (response.status === 404)
    return z.object({ message: z.string() }).safeParse(content).success
      ? { kind: 'none' }
      : { kind: 'unreachable' }
  const parsed = receiptSchema.safeParse(content)
  return parsed.success ? { kind: 'read', receipt: parsed.data } : { kind: 'unreachable' }
}
