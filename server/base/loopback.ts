/** Addresses that only this machine reaches. */
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** True for a loopback IPv4 or IPv6 address, an IPv4 one in IPv6 form included, and for the name localhost. */
export function isLoopback(address: string): boolean {
  const kind = isIP(address)
  if (kind === 0) return address.toLowerCase() === 'localhost'
  return loopback.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}
