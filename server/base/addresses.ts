/** What an address in a setting may be. */
import { isIP } from 'node:net'

/** Names of subnets that proxy-addr knows. */
const SUBNETS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** True for an IP address, a subnet in CIDR notation, or a name of SUBNETS. */
export function isProxy(text: string): boolean {
  if (SUBNETS.includes(text)) return true
  const [address = '', prefix, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (kind === 4 ? 32 : 128))
}

/** True when the URL has only protocol, host and port. */
export function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, href } = new URL(url)
  return href === `${origin}/`
}

/** The address in 'Farol <farol@exemplo.com.br>'. */
export const addressIn = (sender: string): string => /<([^<>]+)>/.exec(sender)?.[1] ?? sender
