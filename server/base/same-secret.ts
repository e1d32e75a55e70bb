/** Digests and comparison of secrets. The duration of a comparison does not show where they differ. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** A digest has the same length for every secret. */
export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The digest of a random secret that the database keeps, as hexadecimal digits. It finds the secret's row, and does not
 * reveal the secret.
 */
export const secretHash = (secret: string): string => secretDigest(secret).toString('hex')

export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(secretDigest(one), secretDigest(other))
