/**
 * An OpenAI-compatible service: POST /chat/completions, streamed. It gets the texts of a conversation and the tools that
 * may be called; nothing here knows leads. Neither texts nor keys are logged.
 */
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'
import type { AssistantConfig } from '../../base/settings/integrations.ts'
import { unavailable } from '../../context/refusal.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON, as the service wrote it: it may be malformed. */
  readonly arguments: string
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly callId: string }

export interface ToolOffer {
  readonly name: string
  readonly description: string
  /** JSON schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

interface Asked {
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolOffer[]
  readonly signal: AbortSignal
  /** Called with each piece of the answer's text as it arrives. */
  readonly onText: (text: string) => void
}

export interface Completion {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

export type ChatService = (asked: Asked) => Promise<Completion>

export const CHAT_FAILURES = {
  busy: 'O serviço de IA está ocupado. Tente de novo em instantes.',
  refused: 'O serviço de IA recusou o pedido. Confira endereço, chave e modelo no servidor.',
  unreachable: 'O serviço de IA não respondeu.',
  cut: 'A resposta do serviço de IA foi cortada no meio.',
  late: 'O serviço de IA demorou demais.',
} as const

export class ChatFailure extends Error {
  readonly code = 'chat_failure'
  readonly reason: keyof typeof CHAT_FAILURES
  constructor(reason: keyof typeof CHAT_FAILURES) {
    super(CHAT_FAILURES[reason])
    this.reason = reason
  }
}

export const isChatFailure = (error: unknown): error is ChatFailure =>
  error instanceof Error && 'code' in error && error.code === 'chat_failure'

/** The longest answer in characters, with its calls. */
const LONGEST = 60_000
const MOST_CALLS = 16

const deltaSchema = z.object({
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        index: z
          .number()
          .int()
          .min(0)
          .max(MOST_CALLS - 1)
          .optional(),
        id: z.string().nullish(),
        function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
      }),
    )
    .nullish(),
})
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: deltaSchema.optional(), finish_reason: z.string().nullish() })),
})
/** A service that does not stream. */
const wholeSchema = z.object({ choices: z.array(z.object({ message: deltaSchema })).min(1) })

type Delta = z.infer<typeof deltaSchema>

/** Collects the pieces of one answer. */
class Collected {
  text = ''
  isWhole = false
  #length = 0
  readonly #calls: { id: string; name: string; arguments: string }[] = []
  readonly #onText: Asked['onText']
  constructor(onText: Asked['onText']) {
    this.#onText = onText
  }

  add({ content, tool_calls }: Delta): void {
    if (content) {
      this.#grow(content.length)
      this.text += content
      this.#onText(content)
    }
    for (const [place, piece] of (tool_calls ?? []).entries()) this.#addCall(piece.index ?? place, piece)
  }

  #addCall(place: number, { id, function: called }: NonNullable<Delta['tool_calls']>[number]): void {
    const call = (this.#calls[place] ??= { id: '', name: '', arguments: '' })
    this.#grow((called?.name?.length ?? 0) + (called?.arguments?.length ?? 0))
    call.id ||= id ?? ''
    call.name += called?.name ?? ''
    call.arguments += called?.arguments ?? ''
  }

  #grow(length: number): void {
    this.#length += length
    if (this.#length > LONGEST) throw new ChatFailure('cut')
  }

  completion(): Completion {
    return {
      text: this.text,
      calls: this.#calls
        .filter((call) => call !== undefined)
        .map((call, place) => ({ ...call, id: call.id || `chamada_${place + 1}` })),
    }
  }
}

function onTheWire(message: ChatMessage): object {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (message.role !== 'assistant' || message.calls === undefined || message.calls.length === 0)
    return { role: message.role, content: message.content }
  return {
    role: 'assistant',
    content: message.content,
    tool_calls: message.calls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: given },
    })),
  }
}

function failureOf(status: number): ChatFailure {
  if (status === 429) return new ChatFailure('busy')
  return new ChatFailure(status >= 500 || status === 408 ? 'unreachable' : 'refused')
}

/** Returns true after the last event. */
function take({ data }: EventSourceMessage, collected: Collected): boolean {
  if (data.trim() === '[DONE]') {
    collected.isWhole = true
    return true
  }
  const chunk = chunkSchema.safeParse(parseJson(data)).data
  for (const { delta, finish_reason } of chunk?.choices ?? []) {
    if (delta !== undefined) collected.add(delta)
    // 'length' is an answer that the service itself broke off.
    if (finish_reason === 'length') throw new ChatFailure('cut')
    if (finish_reason) collected.isWhole = true
  }
  return false
}

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  collected: Collected,
): Promise<void> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const event of events) if (take(event, collected)) break
  if (!collected.isWhole) throw new ChatFailure('cut')
}

/** What went wrong below the protocol: the caller's time limit, or the connection. */
function lowerFailure(error: unknown, hasText: boolean): Error {
  if (isChatFailure(error)) return error
  if (!(error instanceof Error)) return new ChatFailure('unreachable')
  // The caller went away and does not read the answer.
  if (error.name === 'AbortError') return error
  if (error.name === 'TimeoutError') return new ChatFailure('late')
  return new ChatFailure(hasText ? 'cut' : 'unreachable')
}

export function chatCompletions({ url, key, model }: AssistantConfig): ChatService {
  return async ({ messages, tools, signal, onText }) => {
    const collected = new Collected(onText)
    try {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        signal,
        // A redirect would carry the texts elsewhere.
        redirect: 'error',
        body: JSON.stringify({
          model,
          stream: true,
          messages: messages.map(onTheWire),
          ...(tools.length === 0
            ? {}
            : { tools: tools.map((tool) => ({ type: 'function', function: tool })), tool_choice: 'auto' }),
        }),
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw failureOf(response.status)
      }
      if (response.body === null) throw new ChatFailure('cut')
      if (response.headers.get('content-type')?.startsWith('application/json') === true) {
        const whole = wholeSchema.safeParse(parseJson(await response.text())).data
        const message = whole?.choices[0]?.message
        if (message === undefined) throw new ChatFailure('unreachable')
        collected.add(message)
      } else await readStream(response.body, collected)
    } catch (error) {
      throw lowerFailure(error, collected.text !== '')
    }
    return collected.completion()
  }
}

const TEST_MS = 10_000

/** A short question: that costs next to nothing, and shows that address, key and model fit together. */
export async function testAssistant(service: ChatService): Promise<string> {
  try {
    await service({
      messages: [{ role: 'user', content: 'Responda só: ok' }],
      tools: [],
      signal: AbortSignal.timeout(TEST_MS),
      onText: () => undefined,
    })
  } catch (error) {
    if (isChatFailure(error)) throw unavailable(error.message)
    throw error
  }
  return 'O serviço de IA respondeu.'
}
