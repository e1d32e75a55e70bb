/** Measures the cost of a pushed command and of a pulled page by step. */
import { pullPageSchema } from '../../src/contract/sync.ts'
import { appliedIn, makeDevices, pushBody } from './devices.ts'
import { type Place, type Steps, TimedServer } from './timed-server.ts'

const PUSH: Steps = [
  ['what a request asks first, and its user', /from sessions s|from users u\s+join channels/],
  ['chave reservada', /insert into "command_log"/],
  ['reading and locking the lead', /for update/],
  ['writing lead and scheduling', /update leads|"schedulings"|update schedulings/],
  ['timeline', /insert into "timeline"/],
  ['resultado guardado', /update "command_log"/],
  ['rows of the answer', /row_to_json/],
  ['begin and end of the transaction', /^(begin|commit|rollback)/],
  ['rules and settings', /./],
]

const PULL: Steps = [
  ['what a request asks first, and its user', /from sessions s|from users u\s+join channels/],
  ['leads of the page, their clients and histories', /with page as materialized/],
  ['how many leads will come (once)', /count\(\*\) as count\s+from leads/],
  ['catalogues (once)', /json_build_object\(\s*'kind', k\.kind/],
  ['begin and end of the transaction', /^(begin|start|commit|rollback|set)/],
  ['settings, standing, horizon', /./],
]

const COMMANDS = 20
const REQUESTS = 20
/** The page size of a device with a good connection. */
const ROWS = 2_000
const PULLS = 3

/** Returns the mean ms of a command by step, over some hundred commands. No other process may have the place open. */
export async function pushCosts(place: Place): Promise<ReadonlyMap<string, number>> {
  const server = await TimedServer.start(place, PUSH)
  try {
    const devices = await makeDevices(server.store, REQUESTS)
    let commands = 0
    for (const [number, device] of [...devices, ...devices].entries()) {
      // The first round is a warm-up.
      if (number === REQUESTS) {
        commands = 0
        server.startOver()
      }
      const payload = pushBody(device, COMMANDS)
      commands += appliedIn(
        await server.ask(device.token, { method: 'POST', url: '/api/sync/push', payload }),
      )
    }
    return server.costs(commands)
  } finally {
    await server.stop()
  }
}

/**
 * Returns the mean ms of a page by step, over whole first syncs of this user. No other process may have the place
 * open.
 */
export async function pullCosts(place: Place, token: string): Promise<ReadonlyMap<string, number>> {
  const server = await TimedServer.start(place, PULL)
  const pullAll = async () => {
    let pages = 0
    const query = new URLSearchParams({ limit: String(ROWS) })
    for (let more = true; more; pages++) {
      const page = pullPageSchema.parse(
        JSON.parse(await server.ask(token, { method: 'GET', url: `/api/sync?${query}` })),
      )
      query.set('cursor', page.cursor)
      more = page.more
    }
    return pages
  }
  try {
    await pullAll()
    server.startOver()
    let pages = 0
    for (let time = 0; time < PULLS; time++) pages += await pullAll()
    return server.costs(pages)
  } finally {
    await server.stop()
  }
}
