/** Calls that work only online: ky with the token. The first call loads this file, and no opening waits for it. */
import ky, { HTTPError, type Options } from 'ky'
import { errorBodySchema } from '../contract/errors.ts'
import type { CallResult } from './call-result.ts'
import { reportForbidden } from './forbidden.ts'

const client = ky.create({ retry: 0, timeout: 20_000, cache: 'no-store' })

interface CallOptions extends Omit<Options, 'headers'> {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export async function exchange<Value>(
  path: string,
  { token, headers: given, ...options }: CallOptions,
  read: (response: Response) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  try {
    const headers = { ...given, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    return await read(await client(`/api/${path}`, { ...options, headers }))
  } catch (error) {
    if (!(error instanceof HTTPError)) return { kind: 'unreachable' }
    return refusal(error, token)
  }
}

function refusal(error: HTTPError, token: string | undefined): CallResult<never> {
  const parsed = errorBodySchema.safeParse(error.data)
  if (!parsed.success) return { kind: 'unreachable' }
  // A user who is asked for the password has the right, so the device's copy of the rights is not outdated.
  const isForbidden = error.response.status === 403 && parsed.data.code !== 'confirmation_required'
  if (isForbidden && token !== undefined) reportForbidden(token)
  const retryAfter = Number(error.response.headers.get('retry-after'))
  return {
    kind: 'refused',
    status: error.response.status,
    body: parsed.data,
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  }
}
