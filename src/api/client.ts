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

/** `path` below /api. Nothing is thrown for what a server or a network may do. */
export async function call<Value>(
  path: string,
  schema: z.ZodType<Value>,
  options: Options & { token?: string } = {},
): Promise<CallResult<Value>> {
  const { token, ...rest } = options
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const body = await client(`/api/${path}`, { ...rest, headers }).json()
    const parsed = schema.safeParse(body)
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
  } catch (error) {
    if (!(error instanceof HTTPError)) return { kind: 'unreachable' }
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
}
