/** Measurements of a running server: whole pulls, pushes, both from many devices, and lists under that load. */
import { z } from 'zod'
import { pullPageSchema } from '../../src/contract/sync.ts'
import { appliedIn, type LoadDevice, pushBody } from './devices.ts'
import { forSeconds, Timings, timedCall } from './timing.ts'

export interface Figure {
  readonly what: string
  readonly value: string
}

const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString('en')

/** Pulls all pages like one device. Returns the number of leads. */
async function pullAll(
  url: string,
  device: Pick<LoadDevice, 'token' | 'cursor'>,
  timings: Timings,
): Promise<number> {
  let rows = 0
  for (let more = true; more; ) {
    const query = new URLSearchParams({
      limit: '2000',
      ...(device.cursor === null ? {} : { cursor: device.cursor }),
    })
    const page = pullPageSchema.parse(
      JSON.parse(await timedCall(url, { path: `/api/sync?${query}`, token: device.token }, timings)),
    )
    rows += page.rows.leads.length
    device.cursor = page.cursor
    more = page.more
  }
  return rows
}

/** First syncs of an administrator, which include all open leads. */
export async function pulling(url: string, token: string): Promise<Figure[]> {
  const pages = new Timings()
  let rows = 0
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  do rows += await pullAll(url, { token, cursor: null }, pages)
  while (seconds() < 4)
  return [
    { what: 'pull: rows a second, one device', value: perSecond(rows, seconds()) },
    { what: 'pull: page of 2,000, ms (p50 · p95 · p99)', value: pages.summary },
  ]
}

export async function pushing(
  url: string,
  devices: readonly LoadDevice[],
  seconds: number,
): Promise<Figure[]> {
  const requests = new Timings()
  let applied = 0
  const took = await forSeconds(seconds, 16, async (lane) => {
    const device = devices[lane % devices.length]
    if (device === undefined) return
    const body = pushBody(device, 10)
    const answer = await timedCall(
      url,
      { method: 'POST', path: '/api/sync/push', token: device.token, body },
      requests,
    )
    applied += appliedIn(answer)
  })
  return [
    { what: 'push: commands a second, 16 devices, batches of 10', value: perSecond(applied, took) },
    { what: 'push: batch of 10, ms (p50 · p95 · p99)', value: requests.summary },
  ]
}

/** All devices at once without a pause: each pushes two commands, then pulls. */
export async function mixed(url: string, devices: readonly LoadDevice[], seconds: number) {
  const pushes = new Timings()
  const pulls = new Timings()
  let commands = 0
  const took = await forSeconds(seconds, devices.length, async (lane) => {
    const device = devices[lane]
    if (device === undefined) return
    const body = pushBody(device, 2)
    const answer = await timedCall(
      url,
      { method: 'POST', path: '/api/sync/push', token: device.token, body },
      pushes,
    )
    commands += appliedIn(answer)
    await pullAll(url, device, pulls)
  })
  return { pushes, pulls, commands, took }
}

/** The first sync of all devices, one by one. A broker's other devices start with the cursor of the first one. */
export async function firstSyncs(url: string, devices: readonly LoadDevice[]): Promise<void> {
  const synced = new Map<number, string | null>()
  for (const device of devices) {
    device.cursor = synced.get(device.userId) ?? null
    if (device.cursor === null) await pullAll(url, device, new Timings())
    synced.set(device.userId, device.cursor)
  }
}

export async function manyDevices(
  url: string,
  devices: readonly LoadDevice[],
  seconds: number,
): Promise<Figure[]> {
  // The first sync is not measured.
  await firstSyncs(url, devices)
  const { pushes, pulls, commands, took } = await mixed(url, devices, seconds)
  const name = `${devices.length} devices`
  return [
    { what: `${name}: requests a second`, value: perSecond(pushes.count + pulls.count, took) },
    { what: `${name}: commands a second`, value: perSecond(commands, took) },
    { what: `${name}: push, ms (p50 · p95 · p99)`, value: pushes.summary },
    { what: `${name}: pull, ms (p50 · p95 · p99)`, value: pulls.summary },
  ]
}

/** The path below /api, by what the table calls it. */
const LISTS = {
  'list-count': 'leads/list-count',
  'list-broker': 'leads/list-broker',
  'clients/list': 'clients/list?per_page=20',
  'clients/list, name': 'clients/list?per_page=20&name=silva',
  'clients/list, name and mail': 'clients/list?per_page=20&name=maria&email=exemplo',
  'clients/list, active only': 'clients/list?per_page=20&is_active=1',
  'clients/list, last page': 'clients/list?per_page=20&page=1000',
}
const ROUNDS = 20
const anyJson = z.object({})

/** Requests each list repeatedly, without load and while twenty devices work. */
export async function listing(
  url: string,
  token: string,
  devices: readonly LoadDevice[],
  seconds: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const ask = async (until: () => boolean, load: string) => {
    const timings = Object.entries(LISTS).map(([list, path]) => ({ list, path, times: new Timings() }))
    const askEach = async () => {
      for (const { path, times } of timings)
        anyJson.parse(JSON.parse(await timedCall(url, { path: `/api/${path}`, token }, times)))
    }
    // Twenty answers at least: the last of them is no 95th percentile otherwise.
    for (let round = 0; round < ROUNDS || !until(); round++) await askEach()
    for (const { list, times } of timings)
      figures.push({ what: `${list} ${load}, ms (p50 · p95 · p99)`, value: times.summary })
  }
  const alone = performance.now() + 2000
  await ask(() => performance.now() > alone, 'alone')
  let over = false
  const load = mixed(url, devices.slice(0, 20), seconds).finally(() => {
    over = true
  })
  await ask(() => over, 'beside 20 devices')
  await load
  return figures
}
