/** Keys of programs. A program sends `Authorization: Bearer <key>` instead of a session's token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { secretDigest } from '../same-secret.ts'
import { HttpError, notConfigured } from './errors.ts'

/** Returns a check whether a request has one of the keys. Its duration does not depend on the keys. */
export function bearerOf(keys: readonly string[]): (request: Pick<FastifyRequest, 'headers'>) => boolean {
  const known = keys.map(secretDigest)
  return (request) => {
    const key = bearerKey(request)
    const given = secretDigest(key ?? '')
    // Compares all keys, also after a match.
    const fits = known.filter((one) => timingSafeEqual(one, given)).length > 0
    return key !== null && fits
  }
}

/** The key that a request carries, null without one. */
export function bearerKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, key] = (headers.authorization ?? '').split(' ')
  return scheme === 'Bearer' && key !== undefined && key !== '' ? key : null
}

/**
 * A hook for routes of programs. It checks the key before the body is read. Throws HttpError; without configured keys
 * the route is closed.
 */
export function asksForKey(
  keys: readonly string[],
  words: { readonly closed: string; readonly wrong: string },
) {
  const fits = bearerOf(keys)
  return async (request: FastifyRequest) => {
    if (keys.length === 0) throw notConfigured(words.closed)
    if (!fits(request)) throw new HttpError(401, 'credentials', words.wrong)
  }
}
