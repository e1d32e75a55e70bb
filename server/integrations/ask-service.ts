/** Calls an external service with a timeout and parses its answer. Never call it inside a database transaction. */
import type { z } from 'zod'
import { parseJson } from '../base/parse-json.ts'
import { retryAfterMs } from '../base/retry-after.ts'

export type ServiceAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** An answer with an error status. `body` is undefined when it is not JSON. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly body: unknown
      /** ms that it asks to wait for; null: it asks for nothing. */
      readonly waitMs: number | null
    }
  /** No answer in time, or an answer of another shape. `reason` contains no URL, since a URL may contain a key. */
  | { readonly kind: 'unreachable'; readonly reason: string }

interface Question<Schema extends z.ZodType> {
  readonly url: string
  readonly timeoutMs: number
  readonly schema: Schema
  /** The body. With a body the request is a POST. */
  readonly json?: unknown
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Characters of the longest answer. */
  readonly longest?: number
}

/** In characters, where nothing else is said. A longer answer would fill the memory. */
const LONGEST_ANSWER = 1024 * 1024

export async function askService<Schema extends z.ZodType>({
  url,
  timeoutMs,
  schema,
  json,
  token,
  headers: more = {},
  longest = LONGEST_ANSWER,
}: Question<Schema>): Promise<ServiceAnswer<z.infer<Schema>>> {
  const headers: Record<string, string> = { accept: 'application/json', ...more }
  if (json !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  try {
    const response = await fetch(url, {
      method: json === undefined ? 'GET' : 'POST',
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const body = parseJson(await readText(response, longest))
    if (!response.ok)
      return {
        kind: 'refused',
        status: response.status,
        body,
        waitMs: retryAfterMs(response.headers.get('retry-after')),
      }
    const parsed = schema.safeParse(body)
    return parsed.success
      ? { kind: 'ok', value: parsed.data }
      : { kind: 'unreachable', reason: 'answer of another shape' }
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

async function readText(response: Response, longest: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longest) throw new Error('answer too long')
  }
  return text + decoder.decode()
}

/** The error code below fetch, such as ECONNREFUSED, else the error's name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}
