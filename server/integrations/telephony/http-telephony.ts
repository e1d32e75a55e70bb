/**
 * A phone system reached by HTTP: POST {extension, user, call_id}; it rings the user and connects the number, and
 * reports under that id what the call came to (POST /api/vsphone/result).
 */
import { z } from 'zod'
import { askService } from '../ask-service.ts'

export type CallAnswer =
  | { readonly kind: 'ok'; readonly message: string | null }
  /** With the system's own sentence, where it has one. */
  | { readonly kind: 'refused'; readonly message: string | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

export type Telephony = (call: {
  readonly extension: string
  readonly user: string
  readonly call_id: string
}) => Promise<CallAnswer>

/** Such systems answer once the user's own phone rings. */
const TIMEOUT_MS = 15_000

/** Their sentence stands under either word. */
const answerSchema = z.looseObject({ mensagem: z.string().optional(), message: z.string().optional() })

function sentenceOf(body: unknown): string | null {
  const parsed = answerSchema.safeParse(body)
  return parsed.success ? (parsed.data.mensagem ?? parsed.data.message ?? null) : null
}

export function httpTelephony({ url, token }: { url: string; token: string | null }): Telephony {
  return async (call) => {
    // Some answer a success with nothing at all.
    const schema = answerSchema.optional()
    const answer = await askService({ url, token, json: call, timeoutMs: TIMEOUT_MS, schema })
    if (answer.kind === 'unreachable') return answer
    const message = sentenceOf(answer.kind === 'ok' ? answer.value : answer.body)
    // A proxy's page in the system's place.
    if (answer.kind === 'refused' && answer.status >= 500 && message === null)
      return { kind: 'unreachable', reason: `status ${answer.status}` }
    return { kind: answer.kind, message }
  }
}
