/** Sends a message by Meta's Cloud API. Nothing of it is logged: the address has the number, the body the text. */
import { z } from 'zod'
import type { OutgoingMessage } from '../../src/domain/whatsapp/outgoing.ts'
import { askService } from '../integrations/ask-service.ts'

export type SendAnswer =
  | { readonly kind: 'sent'; readonly wamid: string }
  | { readonly kind: 'refused'; readonly code: number; readonly waitMs: number | null }
  /** The call did not reach Meta. */
  | { readonly kind: 'unsent' }
  /** Meta may have taken it. */
  | { readonly kind: 'unknown' }

export interface Outgoing {
  readonly graphUrl: string
  readonly token: string
  readonly phoneNumberId: string
  /** Digits with the country's code. */
  readonly to: string
  readonly message: OutgoingMessage
  /** Comes back in the message's later events. */
  readonly uid: string
  readonly timeoutMs: number
}

const sentSchema = z.looseObject({ messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1) })
const errorSchema = z.looseObject({ error: z.looseObject({ code: z.number().int() }) })

/** Too many calls, without an error of Meta's own in the answer. */
const RATE_LIMIT = 130429
const TOKEN_ENDED = 190

/** Codes below fetch of a connection that was never made. */
const NOT_MADE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const bodyOf = (message: OutgoingMessage): object =>
  message.kind === 'text'
    ? { type: 'text', text: { preview_url: false, body: message.text } }
    : {
        type: 'template',
        template: {
          name: message.name,
          language: { code: message.language },
          ...(message.parameters.length === 0
            ? {}
            : {
                components: [
                  { type: 'body', parameters: message.parameters.map((text) => ({ type: 'text', text })) },
                ],
              }),
        },
      }

function refusalOf(status: number, body: unknown): number | null {
  const parsed = errorSchema.safeParse(body)
  if (parsed.success) return parsed.data.error.code
  if (status === 429) return RATE_LIMIT
  if (status === 401) return TOKEN_ENDED
  // An error without Meta's words may come from something between, after Meta took the message.
  return status >= 500 ? null : status
}

/** Never rejects. */
export async function sendByGraph({
  graphUrl,
  token,
  phoneNumberId,
  to,
  message,
  uid,
  timeoutMs,
}: Outgoing): Promise<SendAnswer> {
  const answer = await askService({
    url: `${graphUrl}/${encodeURIComponent(phoneNumberId)}/messages`,
    token,
    timeoutMs,
    schema: sentSchema,
    json: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      biz_opaque_callback_data: uid,
      ...bodyOf(message),
    },
  })
  if (answer.kind === 'ok') {
    const [first] = answer.value.messages
    return first === undefined ? { kind: 'unknown' } : { kind: 'sent', wamid: first.id }
  }
  if (answer.kind === 'unreachable') return { kind: NOT_MADE.has(answer.reason) ? 'unsent' : 'unknown' }
  const code = refusalOf(answer.status, answer.body)
  return code === null ? { kind: 'unknown' } : { kind: 'refused', code, waitMs: answer.waitMs }
}
