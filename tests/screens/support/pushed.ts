/** What a device has sent to the peer. */
import { type PushCommand, pushRequestSchema } from '../../../src/contract/sync.ts'
import type { Peer } from './peer.ts'

/** Returns each command once, in the order of its first sending. */
export function pushed({ network }: Peer): PushCommand[] {
  const sent = network.requests
    .filter(({ path }) => path === '/api/sync/push')
    .flatMap(({ body }) => pushRequestSchema.parse(JSON.parse(body)).commands)
  return [...new Map(sent.map((command) => [command.key, command])).values()]
}
