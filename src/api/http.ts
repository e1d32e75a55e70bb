/**
 * Calls that work only online: ky with the token. Every answer is parsed.
 * Failures are values of `CallResult`; screens choose the text for the user.
 */
import ky, { HTTPError, type Options } from 'ky'
import { type ErrorBody, errorBodySchema } from '../contract/errors.ts'

export type CallResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server refused. `body` contains its sentence for the user. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly body: ErrorBody
      readonly retryAfterSeconds: number | null
    }
  /** No answer, or an answer that is not Farol's. */
  | { readonly kind: 'unreachable' }

const forbiddenListeners = new Set<(token: string) => void>()

/**
 * Calls `listener` with the token when the server answers 403: the device's copy of the user's rights may be outdated.
 * Returns a function that removes the listener.
 */
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

/** Maps the value of a successful result. Returns failures unchanged. */
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
