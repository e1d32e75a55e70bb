/** Calls that only work online: ky with the token, every answer parsed. Says what happened in values; screens find the words. */
import ky, { HTTPError, type Options } from 'ky'
import type { z } from 'zod'
import { type ErrorBody, errorBodySchema } from '../contract/errors.ts'

export type CallResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server refused, with its sentence. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly body: ErrorBody
      readonly retryAfterSeconds: number | null
    }
  /** No answer, or not Farol's. */
  | { readonly kind: 'unreachable' }

const forbiddenListeners = new Set<(token: string) => void>()

/** Calls back when the server says that this user may not: what the device knows of its rights may be old. */
export function onForbidden(listener: (token: string) => void): () => void {
  forbiddenListeners.add(listener)
  return () => {
    forbiddenListeners.delete(listener)
  }
}

const client = ky.create({ retry: 0, timeout: 20_000, cache: 'no-store' })

export interface CallOptions extends Options {
  readonly token?: string
}

/** `path` below /api. Nothing is thrown for what a server or a network may do. */
export function call<Value>(
  path: string,
  schema: z.ZodType<Value>,
  options: CallOptions = {},
): Promise<CallResult<Value>> {
  return exchange(path, options, async (response) => {
    const parsed = schema.safeParse(await response.json())
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
  })
}

/** A file. Another type than the expected one is a captive portal's page, not Farol's answer. */
export function download(path: string, type: string, token: string): Promise<CallResult<Blob>> {
  return exchange(path, { token, timeout: 120_000 }, async (response) => {
    if (response.headers.get('content-type')?.startsWith(type) !== true) return { kind: 'unreachable' }
    return { kind: 'ok', value: await response.blob() }
  })
}

/** The value made of another; what went wrong stays what it is. */
export function mapResult<From, To>(result: CallResult<From>, change: (value: From) => To): CallResult<To> {
  return result.kind === 'ok' ? { kind: 'ok', value: change(result.value) } : result
}

export async function exchange<Value>(
  path: string,
  { token, ...options }: CallOptions,
  read: (response: Response) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return await read(await client(`/api/${path}`, { ...options, headers }))
  } catch (error) {
    if (!(error instanceof HTTPError)) return { kind: 'unreachable' }
    return refusal(error, token)
  }
}

function refusal(error: HTTPError, token: string | undefined): CallResult<never> {
  const parsed = errorBodySchema.safeParse(error.data)
  if (!parsed.success) return { kind: 'unreachable' }
  if (error.response.status === 403 && token !== undefined)
    for (const listener of forbiddenListeners) listener(token)
  const retryAfter = Number(error.response.headers.get('retry-after'))
  return {
    kind: 'refused',
    status: error.response.status,
    body: parsed.data,
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  }
}
