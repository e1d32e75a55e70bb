/** Keys of programs. A program sends `Authorization: Bearer <key>` instead of a session's token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { secretDigest } from '../base/same-secret.ts'
import { notConfigured } from '../context/refusal.ts'
import { HttpError } from '../wire/errors.ts'
import type { KeyAttempts } from './key-attempts.ts'

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
 * A hook for routes of programs. It checks the key before the body is read. Throws HttpError 401, Refusal `too_many_attempts` after too many wrong keys;
 * without configured keys the route is closed.
 */
export function asksForKey(
  keys: readonly string[],
  words: { readonly closed: string; readonly wrong: string },
  attempts: KeyAttempts,
) {
  const fits = bearerOf(keys)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (keys.length === 0) throw notConfigured(words.closed)
    const key = bearerKey(request)
    attempts.admit(request, reply, key)
    if (fits(request)) return attempts.wasRight(key)
    attempts.countWrong(request, reply, key)
    throw new HttpError(401, 'credentials', words.wrong)
  }
}
