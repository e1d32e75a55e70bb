/** The measurements in the browser. They are the same for each engine. */
import type { Engine, MakeEngine, PeerPage, Search, World } from './adapters/adapter.ts'
import type { Figures } from './report.ts'
import { type PeerLead, uidOf, workedFrom } from './rows.ts'

declare global {
  interface Window {
    note?: (figures: Figures) => Promise<void>
  }
}

const engines: Record<string, () => Promise<{ default: MakeEngine; startEngine?: () => Promise<void> }>> = {
  raw: () => import('./adapters/raw.ts'),
  dexie: () => import('./adapters/dexie.ts'),
  rxdb: () => import('./adapters/rxdb.ts'),
  pouchdb: () => import('./adapters/pouchdb.ts'),
  replicache: () => import('./adapters/replicache.ts'),
  tanstack: () => import('./adapters/tanstack.ts'),
  farol: () => import('./adapters/farol.ts'),
}

const query = new URLSearchParams(location.search)
const leads = Number(query.get('leads'))
const engineName = query.get('engine') ?? ''

const json = async (url: string) => (await fetch(url)).json()
const world: World = {
  leads,
  page: (from): Promise<PeerPage> => json(`/peers/page?leads=${leads}&from=${from}`),
  changed: (): Promise<PeerLead[]> => json(`/peers/changed?leads=${leads}`),
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The longest task in ms. The browser reports tasks of 50 ms and more, so shorter ones leave it 0. */
let longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
}).observe({ type: 'longtask' })

/** Reports figures at once, so that a run that hangs keeps its earlier ones. */
const note = async (figures: Figures) => window.note?.(figures)

const load = async () => {
  const loader = engines[engineName]
  if (loader === undefined) throw new Error(`no engine ${engineName}`)
  const { default: make, startEngine } = await loader()
  return { engine: make(world), startEngine }
}

/** The present step, for the error message of a run that hangs. */
const step = (name: string) => {
  document.title = name
}

const EVERY_HIT = 1_000_000
/** Counts the hits of each status, as the board's filter shows them. */
async function searchCounts(engine: Engine, search: Search): Promise<Record<number, number>> {
  if (engine.searchCounts) return engine.searchCounts(search)
  const hits: Record<number, number> = {}
  for (const status of [1, 2, 3, 4, 5, 6])
    hits[status] = (await engine.search({ ...search, status, limit: EVERY_HIT }, false)).length
  return hits
}

const TEXTS = ['Souza', 'Lima', 'Araújo']
const TIMES = 15
/** Few, since some engines take seconds. */
const WHOLE_TIMES = 3
/** Many, since the engines differ less than single runs do; odd, for the median. */
const MUTATIONS = 41
const DELTAS = 11
const DAY_MS = 86_400_000

/** Opens the engine and waits for counts and first cards. Returns ms. */
const opened = (engine: Engine) =>
  timed(async () => {
    await engine.open()
    const [, cards] = await Promise.all([engine.counts(), engine.firstCards(2, 40)])
    if (cards.length !== 40) throw new Error(`${engineName} shows ${cards.length} cards`)
  })

export const bench = {
  async firstSync() {
    const { engine } = await load()
    step('opening')
    await engine.open()
    step('first sync')
    longest = 0
    const sync = await timed(() => engine.syncAll())
    await rest(100)
    const syncLongest = longest
    const total = Object.values(await engine.counts()).reduce((sum, count) => sum + count, 0)
    if (total !== leads) throw new Error(`${engineName} has ${total} of ${leads} leads`)
    step('coming to rest')
    const rested = await timed(() => engine.atRest())
    await note({ sync, syncLongest, rested })
  },

  /** Run it in a new browser process. Returns ms. */
  async openAgain(): Promise<number> {
    const { engine } = await load()
    step('opening again')
    const open = await opened(engine)
    await rest(1500)
    return open
  },

  async day() {
    const { engine, startEngine } = await load()
    step('opening for the day')
    await opened(engine)
    await rest(1500)
    step('starting the engine')
    await startEngine?.()
    // Queries during a day. bench/measures covers the first ones after an opening.
    await rest(2000)
    step('questions')
    const counts: number[] = []
    const search: number[] = []
    const searchCards: number[] = []
    const to = Date.now()
    // The period differs each time, so that no cached answer fits.
    const question = (time: number) => ({
      text: TEXTS[time % TEXTS.length] ?? '',
      status: 2 + (time % 4),
      from: to - (95 - time) * DAY_MS,
      to,
      limit: 40,
    })
    for (let time = 0; time < TIMES; time++) counts.push(await timed(() => engine.counts()))
    for (let time = 0; time < TIMES; time++)
      search.push(await timed(() => engine.search(question(time), false)))
    for (let time = 0; time < TIMES; time++)
      searchCards.push(await timed(() => engine.search(question(time + TIMES), true)))

    await note({ counts: median(counts), search: median(search), searchCards: median(searchCards) })
    step('whole questions')
    const searchWhole: number[] = []
    for (let time = 0; time < WHOLE_TIMES; time++)
      searchWhole.push(await timed(() => searchCounts(engine, question(time + 2 * TIMES))))

    await note({ searchWhole: median(searchWhole) })
    longest = 0
    step('changed rows')
    const delta: number[] = []
    for (let time = 0; time < DELTAS; time++) {
      await fetch(`/peers/change?leads=${leads}`, { method: 'POST' })
      delta.push(await timed(() => engine.takeChanged()))
      await rest(500)
    }
    await note({ delta: median(delta), deltaLongest: longest })
    step('local changes')
    const mutate: number[] = []
    for (let time = 0; time < MUTATIONS; time++) {
      const uid = uidOf(workedFrom(time * 397, leads))
      mutate.push(await timed(() => engine.changeAndSee(uid, 1 + time)))
      // A user is not faster, and background work of a change is done by then.
      await rest(300)
    }
    await note({ mutate: median(mutate) })
  },
}

export type Bench = typeof bench
Object.assign(window, { bench })
