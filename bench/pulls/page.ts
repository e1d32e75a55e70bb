/**
 * What a pull costs a device: the sync worker's own code, from the answer's text to the rows on the screen. Its answers
 * come at once, so that nothing but the device is measured.
 */
import type { PullPage } from '../../src/contract/sync.ts'
import { openMirror } from '../../src/db/open.ts'
import { LiveLeads } from '../../src/db/outbox/live-leads.ts'
import { drainNext } from '../../src/db/staging/drain.ts'
import { PageSize } from '../../src/sync/page-size.ts'
import { pullRun } from '../../src/sync/pull.ts'
import { httpTransport } from '../../src/sync/transport-http.ts'
import { clientRow, leadRow, uidOf } from '../peers/rows.ts'
import { USER } from '../peers/user.ts'

export interface PullCosts {
  /** ms of each pull that brought so many rows. */
  readonly pulls: Readonly<Record<string, readonly number[]>>
  /** ms from the answer until a screen has the row. */
  readonly shown: readonly number[]
}

declare global {
  interface Window {
    measurePulls?: (times: number) => Promise<PullCosts>
  }
}

const LEADS = 5000
const SIZES = [0, 1, 500] as const
let answer = ''
globalThis.fetch = async () => new Response(answer, { headers: { 'content-type': 'application/json' } })

function pageOf(places: readonly number[], revision: number): string {
  const leads = places.map((place) => leadRow(place, revision))
  const entry = {
    id: revision + 1,
    command: 'lead.update',
    user: { id: 1, name: 'Measurement' },
    device_id: null,
    occurred_at: new Date().toISOString(),
    received_at: new Date().toISOString(),
    offline: false,
    changes: { status: { before: 1, after: 2 } },
  }
  const page: PullPage = {
    rows: { leads, clients: places.map((place) => clientRow(place)), catalogues: [] },
    removed: { leads: [], clients: [], catalogues: [] },
    timelines: revision === 0 ? [] : leads.map(({ uid }) => ({ lead_uid: uid, entries: [entry] })),
    erased: [],
    aliases: [],
    cursor: `cursor ${revision}`,
    more: false,
    high: 1_000_000_000,
    server_time: new Date().toISOString(),
  }
  return JSON.stringify(page)
}

window.measurePulls = async (times) => {
  const db = openMirror(USER.id)
  const deps = {
    db,
    transport: httpTransport('', 'token'),
    user: USER,
    now: () => Date.now(),
    pageSize: new PageSize(),
    onProgress: () => {},
  }
  const { signal } = new AbortController()
  const pull = async () => {
    const started = performance.now()
    const { kind } = await pullRun(deps, signal)
    if (kind !== 'ok') throw new Error(`a pull ended as ${kind}`)
    return performance.now() - started
  }
  answer = pageOf(
    Array.from({ length: LEADS }, (_, place) => place),
    0,
  )
  await pull()
  while (await drainNext(db));

  let revision = 0
  const pulls: Record<string, number[]> = {}
  for (const size of SIZES) {
    pulls[size] = []
    for (let time = 0; time < times; time++) {
      revision += 1
      const places = Array.from({ length: size }, (_, row) => (revision * 7 + row) % LEADS)
      answer = pageOf(places, revision)
      pulls[size].push(await pull())
    }
  }

  const live = new LiveLeads(() => db)
  const uid = uidOf(3)
  live.show([uid])
  const shown: number[] = []
  for (let time = 0; time < times; time++) {
    revision += 1
    const { version } = leadRow(3, revision)
    answer = pageOf([3], revision)
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = live.subscribe(() => {
      if (live.leads().get(uid)?.version === version) resolve()
    })
    const started = performance.now()
    await Promise.all([pull(), promise])
    shown.push(performance.now() - started)
    stop()
  }
  return { pulls, shown }
}
