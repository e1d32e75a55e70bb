/**
 * Which addresses of the internet an administrator's webhook may lead to: none of this machine, its network, or a reserved
 * range. docs/security.md#webhooks
 */
import { BlockList, isIP } from 'node:net'
import { isLoopback } from './loopback.ts'

/** IANA's special-purpose ranges of IPv4, multicast and what is reserved. */
const RESERVED_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Within what is given out of IPv6 (2000::/3): documentation, and what carries another address inside. */
const RESERVED_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const reserved = new BlockList()
for (const [net, prefix] of RESERVED_4) reserved.addSubnet(net, prefix)
for (const [net, prefix] of RESERVED_6) reserved.addSubnet(net, prefix, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** True for an address that anyone on the internet can have. An IPv4 one in IPv6 form is none: no name leads to one. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !reserved.check(address, 'ipv4')
  return kind === 6 && givenOut.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** Whether a webhook may call it. `loopback`: WEBHOOK_LOOPBACK is set. */
export const mayCall = (address: string, { loopback }: { readonly loopback: boolean }): boolean =>
  isPublicAddress(address) || (loopback && isLoopback(address))

const NOT_AN_ADDRESS = 'Informe um endereço completo, que comece com https://'
const NO_CREDENTIALS = 'O endereço não pode ter usuário e senha'
const INTERNAL = 'O endereço leva a uma rede interna, que o Farol não chama'

/** Names that no public name server knows, and that a network of its own may resolve. */
const INTERNAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|localdomain)$/

/**
 * Returns why a webhook can't have this address, or null. What its name leads to is seen at each call. Only with
 * WEBHOOK_LOOPBACK, and for this machine alone, it may do without https.
 */
export function webhookUrlProblem(text: string, allowed: { readonly loopback: boolean }): string | null {
  if (!URL.canParse(text)) return NOT_AN_ADDRESS
  const { protocol, hostname, username, password } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isOwn = isLoopback(host)
  if (protocol !== 'https:' && !(protocol === 'http:' && isOwn && allowed.loopback)) return NOT_AN_ADDRESS
  if (username !== '' || password !== '') return NO_CREDENTIALS
  if (isOwn) return allowed.loopback ? null : INTERNAL
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : INTERNAL
  // A name of one word belongs to a network of its own.
  return INTERNAL_NAME.test(host) || !host.includes('.') ? INTERNAL : null
}
