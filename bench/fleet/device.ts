/** One device of the fleet: it keeps an event stream open, pulls when it is poked, and pushes. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { pullPageSchema, pushResponseSchema } from '../../src/contract/sync.ts'
import { begun, Timings, timedCall } from '../load/timing.ts'
import type { Person } from './people.ts'

/** What the bench reads of a page. The whole schema would cost it more than the server needs for the page. */
const pageSchema = pullPageSchema.pick({ cursor: true, high: true, more: true, reset: true }).extend({
  rows: z.object({
    leads: z.array(z.object({ lead_scheduling: z.object({ description: z.string() }).nullable() })),
  }),
  removed: z.object({ leads: z.array(z.string()) }),
})
export type SeenPage = z.infer<typeof pageSchema>

const LIMIT = '500'
const POKE = 'event: poke'

/** What all devices of a run count together. */
export class Counts {
  readonly push = new Timings()
  readonly pull = new Timings()
  pulls = 0
  empty = 0
  applied = 0
  refused = 0
  resets = 0
  bytes = 0
  readonly errors: string[] = []
}

export interface FleetCommand {
  readonly command: 'lead.schedule' | 'lead.capture'
  readonly args: Readonly<Record<string, unknown>>
}

/** The cursor of a finished run that ended where the page's run began. */
function cursorAfter({ cursor, high }: SeenPage): string {
  const begun = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  const between = { from: high, high: null, stream: 'leads', version: 0, few: null }
  const key = '00000000-0000-0000-0000-000000000000'
  return Buffer.from(JSON.stringify({ ...begun, ...between, key })).toString('base64url')
}

export class FleetDevice {
  readonly person: Person
  readonly #url: string
  readonly #counts: Counts
  readonly #onPage: (device: FleetDevice, page: SeenPage) => void
  readonly #stop = new AbortController()
  #cursor: string | null = null
  #isPulling = false
  #isPoked = false

  constructor(
    url: string,
    person: Person,
    counts: Counts,
    onPage: (device: FleetDevice, page: SeenPage) => void = () => {},
  ) {
    this.#url = url
    this.person = person
    this.#counts = counts
    this.#onPage = onPage
  }

  /** As after a first sync, which would take minutes for all. */
  async begin(): Promise<void> {
    this.#cursor = cursorAfter(await this.#page('1'))
    await this.pull()
  }

  /** Opens the stream and follows its pokes until `end`. */
  async listen(): Promise<void> {
    const call = { path: '/api/sync/events', token: this.person.token }
    const answer = await begun(this.#url, call, this.#stop.signal)
    if (answer.statusCode !== 200) throw new Error(`the stream answered ${answer.statusCode}`)
    this.#follow(answer)
  }

  end(): void {
    this.#stop.abort()
  }

  /** Sends what the server had no time for again, as a device does. */
  async pushAll(commands: readonly FleetCommand[]): Promise<void> {
    for (let rest = commands; rest.length > 0; ) rest = rest.slice(await this.push(rest))
  }

  /** Returns how many of the commands have a result. */
  async push(commands: readonly FleetCommand[]): Promise<number> {
    const body = JSON.stringify({
      device_id: 'device-of-the-fleet',
      app_version: '1.0.0',
      commands: commands.map((command) => ({
        key: randomUUID(),
        schema_version: 1,
        base: {},
        occurred_at: new Date().toISOString(),
        depends_on: null,
        ...command,
      })),
    })
    const call = { method: 'POST', path: '/api/sync/push', token: this.person.token, body } as const
    const text = await timedCall(this.#url, call, this.#counts.push)
    const { results } = pushResponseSchema.parse(JSON.parse(text))
    const applied = results.filter(({ outcome }) => outcome === 'applied').length
    this.#counts.applied += applied
    this.#counts.refused += results.length - applied
    return results.length
  }

  /** Pulls to the end. A device that is poked meanwhile pulls once more. */
  async pull(): Promise<void> {
    this.#isPulling = true
    do {
      this.#isPoked = false
      for (let more = true; more; ) {
        const page = await this.#page(LIMIT)
        this.#cursor = page.cursor
        this.#counts.pulls += 1
        if (page.reset === true) this.#counts.resets += 1
        if (page.rows.leads.length + page.removed.leads.length === 0) this.#counts.empty += 1
        this.#onPage(this, page)
        ;({ more } = page)
      }
    } while (this.#isPoked)
    this.#isPulling = false
  }

  #follow(stream: IncomingMessage): void {
    stream.on('error', (error) => {
      if (!this.#stop.signal.aborted) this.#counts.errors.push(String(error))
    })
    stream.on('data', (chunk: Buffer) => {
      if (!chunk.includes(POKE)) return
      this.#isPoked = true
      if (this.#isPulling) return
      this.pull().catch((error: unknown) => {
        this.#isPulling = false
        this.#counts.errors.push(String(error))
      })
    })
  }

  async #page(limit: string): Promise<SeenPage> {
    const query = new URLSearchParams({ limit, ...(this.#cursor !== null && { cursor: this.#cursor }) })
    const call = { path: `/api/sync?${query}`, token: this.person.token }
    const text = await timedCall(this.#url, call, this.#counts.pull)
    this.#counts.bytes += text.length
    return pageSchema.parse(JSON.parse(text))
  }
}
