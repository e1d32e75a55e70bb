/** The network between tablets and server. Each request is a letter, which the scenario delivers, loses or doubles. */
import type { Chance } from '../../sync/support/random.ts'
import type { SimAnswer, SimRequest } from './sim-server.ts'
import type { Tablet } from './tablet.ts'
import type { Thread } from './thread.ts'

export interface Letter {
  readonly number: number
  readonly tablet: Tablet
  readonly sender: Thread
  readonly request: SimRequest
  /** The server's answer on its way back; null while the request has not arrived. */
  answer: SimAnswer | null
  /** Settles the promise of the tablet's `fetch`. */
  readonly resolve: (response: Response) => void
  readonly reject: (error: unknown) => void
}

/** Returns the error of `fetch` without a network. */
const noNetwork = () => new TypeError('Failed to fetch')

const methodOf = ({ method }: RequestInit) => (method === 'POST' || method === 'PUT' ? method : 'GET')

const POKE = new TextEncoder().encode('event: poke\ndata: {}\n\n')

/** With small pages a pull has several and can be interrupted between them. */
const SMALL_PAGES = [1, 2, 3, 5, 500] as const
/** As a device has them: what changed since the last run fits into one. */
const LARGE_PAGES = [50, 100, 250, 500, 500] as const
type Pages = typeof SMALL_PAGES | typeof LARGE_PAGES

/** Blocks of so many scenarios have small and large pages by turns. */
const BLOCK = 150

export const pagesOf = (seed: number): Pages =>
  Math.floor(seed / BLOCK) % 2 === 0 ? SMALL_PAGES : LARGE_PAGES

export class Network {
  /** Requests and answers in flight. */
  letters: Letter[] = []
  /** Requests whose sender stopped waiting. They may still arrive. */
  stragglers: Letter[] = []
  smallPages = true
  readonly #tablets: readonly Tablet[]
  /** Failures: two threads of a tablet had requests in flight at once; only the lock's holder may send. */
  readonly overlaps: string[] = []
  readonly #streams = new Map<Thread, ReadableStreamDefaultController<Uint8Array>>()
  readonly #chance: Chance
  readonly #pages: Pages
  #count = 0

  constructor(
    tablets: readonly Tablet[],
    { chance, pages }: { readonly chance: Chance; readonly pages: Pages },
  ) {
    this.#tablets = tablets
    this.#chance = chance
    this.#pages = pages
  }

  readonly fetch = (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input)
    const [tablet, sender] = this.#senderOf(url.origin)
    const { signal } = init
    if (signal?.aborted || sender.faults.dead) return Promise.reject(noNetwork())
    if (url.pathname === '/api/sync/events') return Promise.resolve(this.#openStream(sender, signal ?? null))
    if (url.searchParams.has('limit'))
      url.searchParams.set('limit', String(this.smallPages ? this.#chance.pick(this.#pages) : 500))
    // A suspended thread's request may still be in flight. By the time it gets the answer it no longer has the lock.
    const isOfAnother = (letter: Letter) =>
      letter.tablet === tablet && letter.sender !== sender && !letter.sender.isSuspended
    if (this.letters.some(isOfAnother))
      this.overlaps.push(`two threads of tablet ${tablet.number} have a request in flight: ${url.pathname}`)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const letter: Letter = {
      number: ++this.#count,
      tablet,
      sender,
      request: {
        method: methodOf(init),
        path: `${url.pathname}${url.search}`,
        token: new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? '',
        body: typeof init.body === 'string' || init.body instanceof Blob ? init.body : null,
      },
      answer: null,
      resolve,
      reject,
    }
    this.letters.push(letter)
    signal?.addEventListener('abort', () => this.lose(letter, true))
    return promise
  }

  #senderOf(origin: string): [Tablet, Thread] {
    for (const tablet of this.#tablets)
      for (const thread of tablet.threads) if (thread.origin === origin) return [tablet, thread]
    throw new Error(`no thread has the origin ${origin}`)
  }

  /**
   * The scenario decides when a poke arrives and when a stream ends: notifications of the database would not repeat for
   * a seed. tests/api checks which devices are poked.
   */
  #openStream(tab: Thread, signal: AbortSignal | null): Response {
    if (this.#chance.happens(0.3)) return new Response('', { status: 404 })
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#streams.set(tab, stream)
        signal?.addEventListener('abort', () => this.#endStream(tab, stream))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  /** Returns false when no awake tab of the tablet has an open stream. */
  poke(tablet: Tablet): boolean {
    const awake = tablet.tabs.filter(({ isSuspended }) => !isSuspended)
    const open = awake.flatMap((tab) => this.#streams.get(tab) ?? [])
    for (const stream of open) stream.enqueue(POKE)
    return open.length > 0
  }

  endStream(tablet: Tablet): void {
    for (const tab of tablet.tabs) tab.reach(() => this.#endStream(tab, this.#streams.get(tab)))
  }

  #endStream(tab: Thread, stream: ReadableStreamDefaultController<Uint8Array> | undefined): void {
    if (stream === undefined || this.#streams.get(tab) !== stream) return
    this.#streams.delete(tab)
    stream.close()
  }

  get underWay(): Letter[] {
    return this.letters.filter(({ answer }) => answer === null)
  }

  get comingBack(): Letter[] {
    return this.letters.filter(({ answer }) => answer !== null)
  }

  /** Rejects the tablet's `fetch`. `mayArrive`: the server may still get the request later. */
  lose(letter: Letter, mayArrive: boolean): void {
    if (!this.letters.includes(letter)) return
    this.#take(letter)
    if (mayArrive && letter.answer === null && letter.request.method !== 'GET') this.stragglers.push(letter)
    letter.sender.reach(() => letter.reject(noNetwork()))
  }

  /** Adds a copy of the request, which arrives later. */
  double(letter: Letter): void {
    this.stragglers.push({ ...letter })
  }

  /** Resolves the tablet's `fetch` with an answer of the server or a proxy. */
  giveBack(letter: Letter, { status, body, headers }: SimAnswer): void {
    this.#take(letter)
    const response = new Response(status === 204 ? null : body, { status, headers: { ...headers } })
    letter.sender.reach(() => letter.resolve(response))
  }

  takeStraggler(letter: Letter): void {
    this.stragglers = this.stragglers.filter((other) => other !== letter)
  }

  #take(letter: Letter): void {
    this.letters = this.letters.filter((other) => other !== letter)
  }
}
