/** Keys of programs, which come as `Authorization: Bearer <key>` instead of a session. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

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
