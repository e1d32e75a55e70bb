/** What single calls cost at the size of ten brokerages, in processor time, which other work on the machine disturbs little. */
import type { Fleet } from '../fleet/costs.ts'
import { serversMs } from '../fleet/costs.ts'
import { familyMs } from '../fleet/processor-time.ts'
import { Timings, timedCall } from '../load/timing.ts'
import { CALLS } from '../reports/calls.ts'

const ROUNDS = 20
const YEAR = 365

/** Paths below /api by the name of their line. */
const LISTS: Readonly<Record<string, string>> = {
  'list-count': 'leads/list-count',
  'list-broker': 'leads/list-broker?limit=20&offset=0',
  'list-broker, page 50': 'leads/list-broker?limit=20&offset=980',
  'list-broker, one status': 'leads/list-broker?limit=20&offset=0&status=2',
  'duplicates of clients': 'client-duplicates?page=1&per_page=20',
}

export const SIZE_CALLS: Readonly<Record<string, string>> = {
  ...LISTS,
  ...Object.fromEntries(Object.entries(CALLS).map(([name, pathOf]) => [`${name}, a year`, pathOf(YEAR)])),
}

export interface CallCost {
  readonly serverMs: number
  readonly postgresMs: number
  readonly wall: Timings
}

/** Asks `ROUNDS` times, after a first answer that reads from the disk. */
export async function callCost(fleet: Fleet, path: string, token: string): Promise<CallCost> {
  const ask = (wall: Timings) => timedCall(fleet.url, { path: `/api/${path}`, token }, wall)
  await ask(new Timings())
  const spent = async () => [
    await serversMs(fleet),
    fleet.postgresPid === null ? 0 : await familyMs(fleet.postgresPid),
  ]
  const wall = new Timings()
  const [server = 0, postgres = 0] = await spent()
  for (let round = 0; round < ROUNDS; round++) await ask(wall)
  const [serverAfter = 0, postgresAfter = 0] = await spent()
  return { serverMs: (serverAfter - server) / ROUNDS, postgresMs: (postgresAfter - postgres) / ROUNDS, wall }
}
