/** Calls a route of the contract: typed input, parsed answer, and a coded value for each failure. */
import { z } from 'zod'
import type { RouteInput, RouteSpec } from '../contract/route.ts'
import { CONFIRMATION_HEADER } from '../domain/session/confirmation.ts'
import { type CallResult, LOST_ANSWER } from './call-result.ts'
import { withConfirmation } from './confirmation.ts'

/** What a call without a parsed answer brings: bytes of a file, or null. */
type Received<Spec extends RouteSpec> = Spec['answer'] extends { readonly file: string } ? Blob : null

interface CallOptions {
  /** Not needed by public routes. */
  readonly token?: string
  /** Aborts the call: its result is then 'unreachable'. */
  readonly signal?: AbortSignal
  /** Of a route with `once`: sent again under the same key it makes nothing more. docs/rules.md#sent-again */
  readonly key?: string
  /** The caller has proved the own password already: nobody is asked. */
  readonly confirmation?: string
}

/** In milliseconds: a file may be large, and the line slow. */
const FILE_TIMEOUT = 120_000

const entriesOf = (part: unknown): [string, unknown][] =>
  typeof part === 'object' && part !== null ? Object.entries(part) : []

/** The path below /api with its parameters and its query. Undefined and null are left out of the query. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = new Map(entriesOf(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of entriesOf(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) search.append(name, String(each))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** What an answer's declaration makes of a response. An answer of another shape is not Farol's: a captive portal's page. */
async function received(answer: RouteSpec['answer'], response: Response): Promise<CallResult<unknown>> {
  if (answer === 'nothing') return { kind: 'ok', value: null }
  if (!(answer instanceof z.ZodType)) {
    if (response.headers.get('content-type')?.startsWith(answer.file) !== true) return { kind: 'unreachable' }
    return { kind: 'ok', value: await response.blob() }
  }
  const parsed = answer.safeParse(await response.json())
  return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
}

interface AnyInput extends CallOptions {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Throws nothing for what a server or a network may do. */
export function call<const Spec extends RouteSpec, Schema extends z.ZodType>(
  route: Spec & { readonly answer: Schema },
  input: RouteInput<Spec> & CallOptions,
): Promise<CallResult<z.output<Schema>>>
export function call<const Spec extends RouteSpec>(
  route: Spec,
  input: RouteInput<Spec> & CallOptions,
): Promise<CallResult<Received<Spec>>>
export async function call(
  route: RouteSpec,
  { token, signal, key, confirmation: given, params, query, body }: AnyInput,
): Promise<CallResult<unknown>> {
  const { method, path, answer, confirms } = route
  const isFile = typeof answer === 'object' && 'file' in answer
  const http = await import('./http.ts').catch(() => null)
  // The code was not kept on this device, and there is no network.
  if (http === null) return { kind: 'unreachable' }
  const send = (confirmation: string | null) =>
    http.exchange(
      addressOf(path, params, query).slice(1),
      {
        method,
        ...(body === undefined ? {} : { json: body }),
        ...(token === undefined ? {} : { token }),
        headers: {
          ...(confirmation === null ? {} : { [CONFIRMATION_HEADER]: confirmation }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(signal === undefined ? {} : { signal }),
        ...(isFile ? { timeout: FILE_TIMEOUT } : {}),
      },
      (response) => received(answer, response),
    )
  const asks = given === undefined && confirms !== undefined && token !== undefined
  const result = asks ? await withConfirmation({ token, signal }, send) : await send(given ?? null)
  const changes = method !== 'GET' && route.reads !== true
  return result.kind === 'unreachable' && changes ? LOST_ANSWER : result
}
