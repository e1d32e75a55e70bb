/** Comparison of secrets. Its duration tells nothing of where they differ. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Of one length, whatever the secret's. */
export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(secretDigest(one), secretDigest(other))
