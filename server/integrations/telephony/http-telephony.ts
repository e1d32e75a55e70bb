/**
 * A phone system over HTTP: POST {extension, user, call_id}. It rings the user, connects the number, and later
 * reports the result under that id (POST /api/vsphone/result).
 */
import { z } from 'zod'
import { unavailable } from '../../context/refusal.ts'
import { askService } from '../ask-service.ts'

export type CallAnswer =
  | { readonly kind: 'ok'; readonly message: string | null }
  /** `message`: the system's own message, if any. */
  | { readonly kind: 'refused'; readonly message: string | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

export type Telephony = (call: {
  readonly extension: string
  readonly user: string
  readonly call_id: string
}) => Promise<CallAnswer>

/** Phone systems answer only when the user's phone rings. */
const TIMEOUT_MS = 15_000

/** The message is in either field. */
const answerSchema = z.looseObject({ mensagem: z.string().optional(), message: z.string().optional() })

function sentenceOf(body: unknown): string | null {
  const parsed = answerSchema.safeParse(body)
  return parsed.success ? (parsed.data.mensagem ?? parsed.data.message ?? null) : null
}

export function httpTelephony({ url, token }: { url: string; token: string | null }): Telephony {
  return async (call) => {
    // Some systems send an empty body on success.
    const schema = answerSchema.optional()
    const answer = await askService({ url, token, json: call, timeoutMs: TIMEOUT_MS, schema })
    if (answer.kind === 'unreachable') return answer
    const message = sentenceOf(answer.kind === 'ok' ? answer.value : answer.body)
    // Such an answer is an error page of a proxy, not of the phone system.
    if (answer.kind === 'refused' && answer.status >= 500 && message === null)
      return { kind: 'unreachable', reason: `status ${answer.status}` }
    return { kind: answer.kind, message }
  }
}

const TEST_MS = 10_000

/** Any answer shows that it is there: a real call would ring a person's phone. */
export async function testPhone(url: string): Promise<string> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TEST_MS) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw unavailable('A central telefônica não respondeu.')
  }
  return 'A central telefônica respondeu. Nenhuma ligação foi feita.'
}
