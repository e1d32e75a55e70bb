/** Where passkeys work, and what they are called: docs/rules.md#passkeys */
import { MINUTE_MS } from '../time/durations.ts'

export const MOST_PASSKEYS = 20
export const LONGEST_PASSKEY_NAME = 60
/** So long a challenge waits for its answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS

const IP_ADDRESS =
  'Este endereço do Farol é um número (IP). Chaves de acesso só funcionam com um nome, como crm.suacorretora.com.br.'
const INSECURE = 'Chaves de acesso só funcionam quando o endereço do Farol começa com https.'

const isIp = (hostname: string) => /^\d+\.\d+\.\d+\.\d+$/.test(hostname) || hostname.includes(':')

interface Place {
  /** 'https:' */
  readonly protocol: string
  readonly hostname: string
}

/** Returns why no passkey works at the address, as a sentence; null where they work. A `URL` is such a place. */
export function passkeyObstacle({ protocol, hostname }: Place): string | null {
  if (isIp(hostname)) return IP_ADDRESS
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? null : INSECURE
}
