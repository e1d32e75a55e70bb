/** Keys of programs, which come as `Authorization: Bearer <key>` instead of a session. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { HttpError, notConfigured } from './errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Answers whether a request brings one of the keys; the time taken says nothing of them. */
export function bearerOf(keys: readonly string[]): (request: Pick<FastifyRequest, 'headers'>) => boolean {
  const known = keys.map(digest)
  return ({ headers }) => {
    const [scheme, key] = (headers.authorization ?? '').split(' ')
    const given = digest(key ?? '')
    // All are compared, whichever fits.
    const fits = known.filter((one) => timingSafeEqual(one, given)).length > 0
    return scheme === 'Bearer' && fits
  }
}

/** A hook for calls of programs: their key is looked at before the body is. Without any key there is no such door. */
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
