/** The proof with which this device ends a session when it no longer has the token. */
import { endingText } from '../../domain/session/ending.ts'

/** 64 hexadecimal digits. Needs a secure origin, as the app's locks do. */
export async function endingProof(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endingText(token)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
