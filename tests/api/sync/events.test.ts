/**
 * The poke: soon after a change in the device's scope, never for others' changes, and not after the end of the session.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../../server/db/store.ts'
import { syncRoutes } from '../../../server/http/sync.ts'
import { markUsersSeen } from '../../../server/queries/user-views.ts'
import { authenticate } from '../../../server/wire/authenticate.ts'
import { describeEachDatabase, describePostgres, type TestStore } from '../support/databases.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  DEALERSHIP,
  EVA,
  house,
  INDICATOR,
  MANAGER,
  withoutLeads,
  workedBy,
} from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const HEARTBEAT_MS = 150
/** The longest time that the hub delays a poke, and a little more. */
const COALESCED_MS = 600
/** The next beat may be older than the test's wait; the third was written after all earlier pokes. */
const BEATS = 3

/** A channel in no scope, for a message that reaches its witness alone. */
const NOBODYS_CHANNEL = 999_999

/** Resolves when the server has received all earlier notifications: messages keep their order. */
async function everythingHeard({ context }: TestServer): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const witness = context.pokes.subscribe(
    { userId: 0, scope: { kind: 'broker', userId: 0, channelIds: [NOBODYS_CHANNEL] } },
    heard.resolve,
  )
  const message = JSON.stringify([{ c: NOBODYS_CHANNEL, b: null, p: null, i: null }])
  await sql`select pg_notify('farol_sync', ${message})`.execute(context.store.db)
  await heard.promise
  witness.end()
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The event calls on their own port, with a heartbeat short enough for a test. */
async function listening({ context }: TestServer): Promise<{ app: FastifyInstance; url: string }> {
  const app = Fastify({ forceCloseConnections: true })
  await app.register(
    async (api) => {
      authenticate(api, context)
      await api.register(syncRoutes(context, { heartbeatMs: HEARTBEAT_MS }))
    },
    { prefix: '/api' },
  )
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

class Listener {
  pokes = 0
  lastPokeAt = 0
  beats = 0
  ended = false
  readonly #abort = new AbortController()

  async open(url: string, device: Device): Promise<this> {
    const response = await fetch(`${url}/api/sync/events`, {
      headers: { authorization: `Bearer ${device.token}` },
      signal: this.#abort.signal,
    })
    if (response.body === null) throw new Error('no stream')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    void this.#read(response.body.pipeThrough(new TextDecoderStream()))
    return this
  }

  async #read(stream: ReadableStream<string>): Promise<void> {
    try {
      for await (const text of stream) {
        const pokes = text.split('event: poke').length - 1
        this.pokes += pokes
        if (pokes > 0) this.lastPokeAt = Date.now()
        this.beats += text.split(': \n\n').length - 1
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error
    }
    this.ended = true
  }

  /** Waits until every poke for the server's received notifications has arrived. */
  async quiet(): Promise<void> {
    const { beats } = this
    await this.until((listener) => listener.beats >= beats + BEATS)
    await this.until(({ lastPokeAt }) => Date.now() - lastPokeAt > COALESCED_MS)
  }

  async until(reached: (listener: this) => boolean): Promise<void> {
    for (const deadline = Date.now() + 45_000; !reached(this); await pause(10))
      if (Date.now() > deadline) throw new Error(`waited in vain: ${this.pokes} pokes, ended ${this.ended}`)
  }

  close(): void {
    this.#abort.abort()
  }
}

describeEachDatabase('poke', (open) => {
  let store: TestStore
  let server: TestServer
  let app: FastifyInstance
  let url: string
  let listeners: Listener[] = []
  const listen = async (userId: number) => {
    const listener = await new Listener().open(url, await server.device(userId))
    listeners.push(listener)
    return listener
  }
  beforeAll(async () => {
    store = await open()
    await house(store)
    server = await startServer(store)
    ;({ app, url } = await listening(server))
    return async () => {
      await app.close()
      await server.stop()
    }
  })
  beforeEach(() => withoutLeads(store))
  afterEach(() => {
    for (const listener of listeners) listener.close()
    listeners = []
  })

  test('reaches the devices with the lead in scope, and no others', async () => {
    const { uid } = await addLead(store, { ...workedBy(DAVI), inviter_id: INDICATOR, partner_id: 25 })
    await everythingHeard(server)
    const ids = [ADMIN, DAVI, INDICATOR, BRUNA, EVA, DEALERSHIP]
    const all = await Promise.all(ids.map(listen))
    await store.db.updateTable('leads').set({ on_fire: true }).where('uid', '=', uid).execute()
    await Promise.all(all.slice(0, 3).map((listener) => listener.until(({ pokes }) => pokes > 0)))
    await everythingHeard(server)
    await Promise.all(all.slice(3).map((listener) => listener.quiet()))
    expect(all.map(({ pokes }) => pokes > 0)).toEqual([true, true, true, false, false, false])
  })

  test('reaches the users who lose a lead, and the one who captures it', async () => {
    const { uid } = await addLead(store)
    await everythingHeard(server)
    const [bruna, davi, eva] = await Promise.all([BRUNA, DAVI, EVA].map(listen))
    await (await server.device(DAVI)).run({ command: 'lead.capture', args: { lead_uid: uid } })
    await bruna?.until(({ pokes }) => pokes > 0)
    await davi?.until(({ pokes }) => pokes > 0)
    await everythingHeard(server)
    await eva?.quiet()
    expect(eva?.pokes).toBe(0)
  })

  test('reaches everybody when a catalogue changes', async () => {
    const all = await Promise.all([ADMIN, EVA, DEALERSHIP].map(listen))
    await store.db.insertInto('competitor_brokers').values({ name: 'Outra' }).execute()
    await Promise.all(all.map((listener) => listener.until(({ pokes }) => pokes > 0)))
  })

  test('reaches the own devices alone when a user has seen a screen', async () => {
    const [manager, admin, eva] = await Promise.all([MANAGER, ADMIN, EVA].map(listen))
    await markUsersSeen(store.db, MANAGER, Date.now())
    await manager?.until(({ pokes }) => pokes > 0)
    await admin?.quiet()
    await eva?.quiet()
    expect([admin?.pokes, eva?.pokes]).toEqual([0, 0])
  })

  test('is sent a few times for a burst of changes, the last time after the last change', async () => {
    const { uid } = await addLead(store)
    await everythingHeard(server)
    const admin = await listen(ADMIN)
    const began = Date.now()
    let lastChange = began
    for (let count = 0; count < 60; count++) {
      lastChange = Date.now()
      await store.db.updateTable('leads').set({ nps_value: count }).where('uid', '=', uid).execute()
    }
    await admin.until(({ lastPokeAt }) => lastPokeAt >= lastChange)
    await everythingHeard(server)
    await admin.quiet()
    expect(admin.pokes).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - began) / 500))
  })

  test('has heartbeats between, and ends with its session', async () => {
    const bruna = await listen(BRUNA)
    await bruna.until(({ beats }) => beats >= 2)
    expect(bruna.ended).toBe(false)
    await store.db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('user_id', '=', BRUNA)
      .execute()
    await bruna.until(({ ended }) => ended)
  })

  test('follows a user to another team while the stream is open', async () => {
    const { uid } = await addLead(store)
    const eva = await listen(EVA)
    await store.db.updateTable('users').set({ technical_team_id: 1 }).where('id', '=', EVA).execute()
    try {
      await everythingHeard(server)
      await eva.quiet()
      const { pokes } = eva
      await store.db.updateTable('leads').set({ on_fire: true }).where('uid', '=', uid).execute()
      await eva.until((listener) => listener.pokes > pokes)
    } finally {
      await store.db.updateTable('users').set({ technical_team_id: null }).where('id', '=', EVA).execute()
    }
  })

  test('reaches everybody after an unreadable message, which breaks nothing', async () => {
    const eva = await listen(EVA)
    await sql`select pg_notify('farol_sync', 'not json')`.execute(store.db)
    await eva.until(({ pokes }) => pokes > 0)
  })
})

describePostgres('poke across server processes', (open) => {
  test('a change through one server reaches the devices of another', async () => {
    const store = await open()
    await house(store)
    const here = await startServer(store)
    const elsewhere = await openStore({ url: store.url ?? '' })
    const there = await startServer(elsewhere)
    const { app, url } = await listening(here)
    const { uid } = await addLead(store)
    await everythingHeard(here)
    const bruna = await new Listener().open(url, await here.device(BRUNA))
    await (await there.device(DAVI)).run({ command: 'lead.capture', args: { lead_uid: uid } })
    await bruna.until(({ pokes }) => pokes > 0)
    bruna.close()
    await app.close()
    await there.stop()
    await elsewhere.close()
    await here.stop()
  })
})
