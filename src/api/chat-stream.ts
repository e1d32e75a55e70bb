/** Asks the assistant and reads its answer as it is written. Throws nothing for what a server or a network may do. */
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { type ChatEvent, chatEventSchema, chatStreamRoute } from '../contract/assistant.ts'
import { errorBodySchema } from '../contract/errors.ts'
import type { RouteInput } from '../contract/route.ts'
import type { CallResult } from './call-result.ts'

interface StreamInput extends RouteInput<typeof chatStreamRoute> {
  readonly token: string
  /** Stops the answer: the result is then 'unreachable'. */
  readonly signal: AbortSignal
  readonly onEvent: (event: ChatEvent) => void
}

function eventOf(data: string): ChatEvent | null {
  try {
    return chatEventSchema.safeParse(JSON.parse(data)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function refusal(response: Response): Promise<CallResult<never>> {
  const body = errorBodySchema.safeParse(await response.json()).data
  if (body === undefined) return { kind: 'unreachable' }
  return { kind: 'refused', status: response.status, body, retryAfterSeconds: null }
}

/** Resolves with 'ok' after the last event, `done` or `failed`. A connection that ends before it is 'unreachable'. */
export async function streamChat({ token, signal, onEvent, body }: StreamInput): Promise<CallResult<null>> {
  try {
    const response = await fetch(`/api${chatStreamRoute.path}`, {
      method: 'POST',
      cache: 'no-store',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok) return await refusal(response)
    if (response.body === null) return { kind: 'unreachable' }
    const reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const event = eventOf(next.value.data)
      if (event === null) continue
      onEvent(event)
      if (event.kind === 'done' || event.kind === 'failed') return { kind: 'ok', value: null }
    }
  } catch {
    // No network, an answer that is not Farol's, or a stopped answer.
  }
  return { kind: 'unreachable' }
}
