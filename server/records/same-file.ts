/** A file's path has a digest of its bytes, so that the same file again is known without a look into the store. */
import { createHash } from 'node:crypto'

const DIGITS = 32
const DIGEST = new RegExp(`/([0-9a-f]{${DIGITS}})-`)

/** Of SHA-256, in hexadecimal digits. */
export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, DIGITS)

/** Whether the files of these paths have the same bytes. One from before the digests is like no other. */
export function isSameFile(one: string, other: string): boolean {
  const digest = DIGEST.exec(one)?.[1]
  return digest !== undefined && digest === DIGEST.exec(other)?.[1]
}
