/** What one pull and one command cost, in processor time of the server process and of PostgreSQL. */
import { z } from 'zod'
import { pullPageSchema } from '../../src/contract/sync.ts'
import { appliedIn, type LoadDevice, pushBody } from '../load/devices.ts'
import { Timings, timedCall } from '../load/timing.ts'
import { familyMs, processMs } from './processor-time.ts'

/** The processes that are measured. */
export interface Fleet {
  /** Of the first server process. */
  readonly url: string
  /** Of all server processes. */
  readonly urls: readonly string[]
  readonly serverPids: readonly number[]
  /** The postmaster; null: the embedded database, which runs inside the server process. */
  readonly postgresPid: number | null
}

export interface Cost {
  readonly what: string
  /** Milliseconds for each unit of work. */
  readonly serverMs: number
  readonly postgresMs: number
  readonly wall: Timings
}

/** Processor time of all server processes so far, ms. */
export async function serversMs({ serverPids }: Fleet): Promise<number> {
  const each = await Promise.all(serverPids.map(processMs))
  return each.reduce((sum, ms) => sum + ms, 0)
}

async function costOf(fleet: Fleet, what: string, units: number, work: (wall: Timings) => Promise<void>) {
  const spent = async () => [
    await serversMs(fleet),
    fleet.postgresPid === null ? 0 : await familyMs(fleet.postgresPid),
  ]
  const wall = new Timings()
  const [server = 0, postgres = 0] = await spent()
  await work(wall)
  const [serverAfter = 0, postgresAfter = 0] = await spent()
  return {
    what,
    serverMs: (serverAfter - server) / units,
    postgresMs: (postgresAfter - postgres) / units,
    wall,
  }
}

const pull = async (url: string, device: LoadDevice, wall: Timings) => {
  const query = new URLSearchParams({ limit: '500', ...(device.cursor && { cursor: device.cursor }) })
  const page = pullPageSchema.parse(
    JSON.parse(await timedCall(url, { path: `/api/sync?${query}`, token: device.token }, wall)),
  )
  device.cursor = page.cursor
  return page.rows.leads.length
}

/** As a device that has synced: a first page, then the cursor of a run that begins at its horizon. */
export async function afterFirstSync(url: string, device: LoadDevice): Promise<void> {
  const none = new Timings()
  for (let more = true; more; ) {
    const query = new URLSearchParams({ limit: '2000', ...(device.cursor && { cursor: device.cursor }) })
    const page = pullPageSchema.parse(
      JSON.parse(await timedCall(url, { path: `/api/sync?${query}`, token: device.token }, none)),
    )
    device.cursor = page.cursor
    more = page.more
  }
}

/** What is counted of a page. The whole schema would cost the bench more than the server needs for the page. */
const countedPage = z.object({
  cursor: z.string(),
  more: z.boolean(),
  rows: z.object({ leads: z.array(z.unknown()), clients: z.array(z.unknown()) }),
})

/** Returns how many leads and clients a device gets at its first sync. */
async function firstSync(url: string, token: string, wall: Timings): Promise<number> {
  let [rows, cursor] = [0, '']
  for (let more = true; more; ) {
    const query = new URLSearchParams({ limit: '2000', ...(cursor !== '' && { cursor }) })
    const page = countedPage.parse(
      JSON.parse(await timedCall(url, { path: `/api/sync?${query}`, token }, wall)),
    )
    rows += page.rows.leads.length + page.rows.clients.length
    ;({ cursor, more } = page)
  }
  return rows
}

/** First syncs at once. `wall` of the answer has the pages; `rowsASecond` counts leads and clients. */
export async function firstSyncs(fleet: Fleet, what: string, tokens: readonly string[]) {
  const unmeasured = new Timings()
  await Promise.all(tokens.map((token) => firstSync(fleet.url, token, unmeasured)))
  let rows = 0
  const began = performance.now()
  const cost = await costOf(fleet, what, 1, async (wall) => {
    const each = await Promise.all(tokens.map((token) => firstSync(fleet.url, token, wall)))
    rows = each.reduce((sum, count) => sum + count, 0)
  })
  return { ...cost, rows, rowsASecond: (rows * 1000) / (performance.now() - began) }
}

const push = async (url: string, device: LoadDevice, commands: number, wall: Timings) =>
  appliedIn(
    await timedCall(
      url,
      { method: 'POST', path: '/api/sync/push', token: device.token, body: pushBody(device, commands) },
      wall,
    ),
  )

const PULLS = 400
const COMMANDS = 200
const LANES = 16
const BATCH = 10

/** `devices`: at least 16, after their first sync. */
export async function costs(fleet: Fleet, devices: readonly LoadDevice[]): Promise<Cost[]> {
  const { url } = fleet
  const [one] = devices
  if (one === undefined || devices.length < LANES) throw new Error(`${LANES} devices are needed`)
  const lanes = devices.slice(0, LANES)
  const each = async (rounds: number, work: (device: LoadDevice) => Promise<unknown>) => {
    await Promise.all(
      lanes.map(async (device) => {
        for (let round = 0; round < rounds; round++) await work(device)
      }),
    )
  }
  const unmeasured = new Timings()
  await each(20, (device) => pull(url, device, unmeasured))
  await each(5, (device) => push(url, device, 1, unmeasured))
  await each(2, (device) => pull(url, device, unmeasured))
  return [
    await costOf(fleet, 'empty pull, one after the other', PULLS, async (wall) => {
      for (let count = 0; count < PULLS; count++) await pull(url, one, wall)
    }),
    await costOf(fleet, 'empty pull, 16 at once', PULLS, (wall) =>
      each(PULLS / LANES, (device) => pull(url, device, wall)),
    ),
    await costOf(fleet, 'a command and the pull of its row', COMMANDS, async (wall) => {
      for (let count = 0; count < COMMANDS; count++) {
        await push(url, one, 1, unmeasured)
        await pull(url, one, wall)
      }
    }),
    await costOf(fleet, 'command, one after the other', COMMANDS, async (wall) => {
      for (let count = 0; count < COMMANDS; count++) await push(url, one, 1, wall)
    }),
    await costOf(fleet, 'command, batches of ten from 16 devices', LANES * BATCH * 5, (wall) =>
      each(5, (device) => push(url, device, BATCH, wall)),
    ),
  ]
}
