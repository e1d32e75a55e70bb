/** The way between the tablets and the server: each request is a letter that the scenario delivers, loses or doubles when it likes. */
import type { Chance } from '../../sync/support/random.ts'
import type { SimAnswer, SimRequest } from './sim-server.ts'
import type { Tablet } from './tablet.ts'
import type { Thread } from './thread.ts'

export interface Letter {
  readonly number: number
  readonly tablet: Tablet
  readonly sender: Thread
  readonly request: SimRequest
  /** The server's answer, on its way back; null: the request has not arrived yet. */
  answer: SimAnswer | null
  /** What the tablet's `fetch` says. */
  readonly resolve: (response: Response) => void
  readonly reject: (error: unknown) => void
}

/** What fetch says when there is no network. */
const noNetwork = () => new TypeError('Failed to fetch')

const methodOf = ({ method }: RequestInit) => (method === 'POST' || method === 'PUT' ? method : 'GET')

const POKE = new TextEncoder().encode('event: poke\ndata: {}\n\n')

/** Small pages, so that a run of the pull has several and breaks off in the middle. */
const PAGE_ROWS = [1, 2, 3, 5, 500] as const

export class Network {
  /** On their way, there or back. */
  letters: Letter[] = []
  /** Requests whose sender gave up waiting: they may arrive all the same. */
  stragglers: Letter[] = []
  smallPages = true
  readonly #tablets: readonly Tablet[]
  /** Two of one tablet that sent at the same time: one writer was promised. */
  readonly overlaps: string[] = []
  readonly #streams = new Map<Thread, ReadableStreamDefaultController<Uint8Array>>()
  readonly #chance: Chance
  #count = 0

  constructor(tablets: readonly Tablet[], chance: Chance) {
    this.#tablets = tablets
    this.#chance = chance
  }

  readonly fetch = (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input)
    const [tablet, sender] = this.#senderOf(url.origin)
    const { signal } = init
    if (signal?.aborted || sender.faults.dead) return Promise.reject(noNetwork())
    if (url.pathname === '/api/sync/events') return Promise.resolve(this.#openStream(sender, signal ?? null))
    if (url.searchParams.has('limit'))
      url.searchParams.set('limit', String(this.smallPages ? this.#chance.pick(PAGE_ROWS) : 500))
    // What one that is suspended had asked before is under way still: by the time it hears the answer it is no writer.
    const isOfAnother = (letter: Letter) =>
      letter.tablet === tablet && letter.sender !== sender && !letter.sender.isSuspended
    if (this.letters.some(isOfAnother))
      this.overlaps.push(`two of tablet ${tablet.number} ask the server at once: ${url.pathname}`)
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
    throw new Error(`nobody lives at ${origin}`)
  }

  /**
   * The scenario says when a poke comes and when a stream ends: at the database's own moments no seed would repeat itself.
   * That they come to the right ones tests/api shows.
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

  /** False when the tablet has no stream open. */
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

  /** The tablet hears that there is no network. `mayArrive`: the server may still get the request later. */
  lose(letter: Letter, mayArrive: boolean): void {
    if (!this.letters.includes(letter)) return
    this.#take(letter)
    if (mayArrive && letter.answer === null && letter.request.method !== 'GET') this.stragglers.push(letter)
    letter.sender.reach(() => letter.reject(noNetwork()))
  }

  /** A copy that arrives on its own. */
  double(letter: Letter): void {
    this.stragglers.push({ ...letter })
  }

  /** The tablet gets an answer: the server's, or somebody else's. */
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
