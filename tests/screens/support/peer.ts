/**
 * The network of a mounted screen: a scripted peer in the same page. The sync's messages go to the server in memory of
 * tests/sync. Every other call is answered by what the test scripted for its route, or not at all. An answer can be held
 * back, lost after the peer has acted, or sent twice.
 */
import type { z } from 'zod'
import { heldIndicationsRoute } from '../../../src/contract/held-indications.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { screenSettingRoute } from '../../../src/contract/screen-settings.ts'
import { accountEventsRoute, newDevicesRoute, tokenConfirmRoute } from '../../../src/contract/session.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { FakeServer } from '../../sync/support/fake-server.ts'
import { Network } from '../../sync/support/network.ts'
import { catalogueRows } from './house.ts'
import { type Refusal, Refused } from './refused.ts'

/** What an answer's schema takes. A route without a schema answers a file, whole or in pieces, or nothing. */
type AnswerOf<Spec extends RouteSpec> = Spec['answer'] extends z.ZodType
  ? z.input<Spec['answer']>
  : Blob | ReadableStream<Uint8Array<ArrayBuffer>> | null

export interface Asked {
  readonly method: string
  /** Below /api, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Parsed JSON; of a form its texts by name; or null. */
  readonly body: unknown
  readonly headers: Headers
}

interface Script {
  readonly spec: RouteSpec
  readonly pattern: URLPattern
  readonly respond: (asked: Asked) => Response
}

const unreachable = () => new TypeError('Failed to fetch')

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const patternOf = ({ path }: RouteSpec) => new URLPattern({ pathname: `/api${path}` })

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/') === true) {
    const form = await request.formData()
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  }
  const text = await request.text()
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null
}

/** As the browser does: a call that is given up ends its answer, too. */
function endsWith(signal: AbortSignal, response: Response): Response {
  const { body, status, headers } = response
  if (body === null) return response
  return new Response(body.pipeThrough(new TransformStream(), { signal }), { status, headers })
}

function respondOrRefuse({ respond }: Script, asked: Asked): Response {
  try {
    return respond(asked)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status, code = 'rule', message = 'Não foi possível.', ...more } = error.refusal
    return json({ message, code, ...more }, status)
  }
}

export class Peer {
  readonly server: FakeServer
  /** What carries the sync's messages: its `fault` and `onRequest` break them or hold them back. */
  readonly network: Network
  readonly #scripts: Script[] = []
  readonly #held = new Map<RouteSpec, PromiseWithResolvers<void>>()
  readonly #lost = new Set<RouteSpec>()
  /** Calls to routes of the contract, in order; not those of the sync. */
  readonly asked: Asked[] = []
  /** Calls that nothing was scripted for: they looked like a missing network to the app. */
  readonly unscripted: string[] = []
  /** True: routes that always need a confirmation by the own password refuse a call without one. */
  asksForPassword = false
  /** False: no request reaches the peer, as without a network. */
  isReachable = true

  constructor(user: SessionUser, now: () => number, settings: Readonly<Record<string, unknown>> = {}) {
    this.server = new FakeServer(user, now)
    this.server.catalogues.splice(0, Infinity, ...catalogueRows(user, settings))
    this.network = new Network(this.server)
    this.network.streams = true
    // What every screen asks beside its own calls.
    this.answers(tokenConfirmRoute, user)
    this.answers(newDevicesRoute, { data: [] })
    this.answers(accountEventsRoute, { data: [] })
    this.answers(heldIndicationsRoute, { data: [] })
    this.answers(screenSettingRoute, { value: null, changed_at: null })
  }

  /** Answers the route from now on. Throws at the call if the answer is none of the route's. */
  answers<const Spec extends RouteSpec>(spec: Spec, answer: AnswerOf<Spec>): void {
    this.answersBy(spec, () => answer)
  }

  /** Answers each call to the route by what it asks. The function refuses a call by throwing `Refused`. */
  answersBy<const Spec extends RouteSpec>(spec: Spec, answer: (asked: Asked) => AnswerOf<Spec>): void {
    this.#script(spec, (asked) => {
      const value = answer(asked)
      if (spec.answer === 'nothing') return new Response(null, { status: 204 })
      if ('file' in spec.answer)
        return new Response(value as BodyInit, { headers: { 'content-type': spec.answer.file } })
      spec.answer.parse(value)
      return json(value, spec.status)
    })
  }

  /** Refuses the route from now on, as the server does. */
  refuses(spec: RouteSpec, refusal: Refusal): void {
    this.#script(spec, () => {
      throw new Refused(refusal)
    })
  }

  /** Holds the route's answers back, after the peer has acted, until the returned function is called. */
  holds(spec: RouteSpec): () => void {
    const held = Promise.withResolvers<void>()
    this.#held.set(spec, held)
    return () => {
      this.#held.delete(spec)
      held.resolve()
    }
  }

  /** The peer acts on the route's next call, and its answer is lost. */
  losesAnswer(spec: RouteSpec): void {
    this.#lost.add(spec)
  }

  /** Returns the bodies of all calls to the route, the first one first. */
  bodiesOf(spec: RouteSpec): unknown[] {
    return this.callsOf(spec).map(({ body }) => body)
  }

  callsOf(spec: RouteSpec): Asked[] {
    const pattern = patternOf(spec)
    return this.asked.filter(
      ({ method, path }) => method === spec.method && pattern.test({ pathname: `/api${path}` }),
    )
  }

  /** Makes the device pull, as the server's event stream does. */
  poke(): void {
    this.network.say('event: poke\ndata: {}\n\n')
  }

  /** Admits this session's token. */
  admit(token: string): void {
    this.server.tokens.add(token)
  }

  /** Takes the place of `fetch` for addresses below /api. */
  readonly fetch = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted()
    const { pathname, searchParams } = new URL(request.url)
    if (!this.isReachable) throw unreachable()
    if (pathname === '/api/sync' || pathname.startsWith('/api/sync/')) return this.#sync(request)
    const asked: Asked = {
      method: request.method,
      path: pathname.slice('/api'.length),
      query: searchParams,
      body: await bodyOf(request),
      headers: request.headers,
    }
    this.asked.push(asked)
    const script = this.#scripts.findLast(
      ({ spec, pattern }) => spec.method === request.method && pattern.test({ pathname }),
    )
    if (script === undefined) {
      this.unscripted.push(`${request.method} ${pathname}`)
      throw unreachable()
    }
    const isConfirmed = script.spec.confirms !== 'always' || request.headers.has(CONFIRMATION_HEADER)
    if (this.asksForPassword && !isConfirmed)
      return json({ message: 'Confirme com a sua senha.', code: 'confirmation_required' }, 403)
    const response = respondOrRefuse(script, asked)
    await this.#held.get(script.spec)?.promise
    request.signal.throwIfAborted()
    if (this.#lost.delete(script.spec) || !this.isReachable) throw unreachable()
    return endsWith(request.signal, response)
  }

  #script(spec: RouteSpec, respond: Script['respond']): void {
    this.#scripts.push({ spec, pattern: patternOf(spec), respond })
  }

  async #sync(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : await request.blob()
    return this.network.fetch(pathname + search, {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      ...(request.method === 'GET' ? {} : { body }),
    })
  }
}
