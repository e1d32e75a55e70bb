/** By what this device checks a signed file: the browser's own ciphers, and the installation's key as it last heard it. */
import { call } from '../../api/call.ts'
import { historyKeyRoute } from '../../contract/dossier.ts'
import { fromText } from '../../db/bytes/base64url.ts'
import { type Means, type PublicKey, publicKeySchema } from '../../domain/signed/signature.ts'

/** Public, and of this address alone. It stays after a sign-out. */
const KEY = 'farol_history_key'

async function sha(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }

async function signatureHolds(key: PublicKey, text: string, signature: string): Promise<boolean> {
  try {
    const open = await crypto.subtle.importKey('jwk', { ...key }, ECDSA, false, ['verify'])
    return await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      open,
      fromText(signature),
      new TextEncoder().encode(text),
    )
  } catch {
    // No point of the curve, or no Base64: nothing that was signed.
    return false
  }
}

function keptKey(): PublicKey | null {
  try {
    return publicKeySchema.safeParse(JSON.parse(window.localStorage.getItem(KEY) ?? 'null')).data ?? null
  } catch {
    // Written by something else.
    return null
  }
}

/** The server's key; without a network, or of a server without one, the one that this device last heard. null: it never did. */
async function knownKey(): Promise<PublicKey | null> {
  const result = await call(historyKeyRoute, {})
  if (result.kind !== 'ok') return keptKey()
  const { key } = result.value
  if (key === null) return keptKey()
  window.localStorage.setItem(KEY, JSON.stringify(key))
  return key
}

export const means = async (): Promise<Means> => ({ sha, signatureHolds, knownKey: await knownKey() })
