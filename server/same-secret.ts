/** Digests and comparison of secrets. The duration of a comparison does not show where they differ. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** A digest has the same length for every secret. */
export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** What the database keeps of a random secret, as hexadecimal digits: by it the secret is found, and not read. */
export const secretHash = (secret: string): string => secretDigest(secret).toString('hex')

export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(secretDigest(one), secretDigest(other))
