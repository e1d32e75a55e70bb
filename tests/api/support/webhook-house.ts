/** A house with two servers on one database and a receiver of webhooks, and what tests do in it. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { openStore } from '../../../server/db/store.ts'
import { deliverWebhooks } from '../../../server/webhooks/delivery.ts'
import { callerOf } from '../../../server/webhooks/sender.ts'
import { queueLate } from '../../../server/webhooks/waiting.ts'
import {
  type Delivery,
  deliveriesRoute,
  madeWebhookSchema,
  type Webhook,
  type WebhookBody,
  webhooksRoute,
} from '../../../src/contract/administration/webhooks.ts'
import { WEBHOOK_EVENTS } from '../../../src/domain/webhooks/events.ts'
import type { OpenDatabase, TestStore } from './databases.ts'
import { inHouse } from './in-house.ts'
import { addSavable, inviterOf } from './leads.ts'
import { ADMIN, BRUNA } from './people.ts'
import { type Device, startServer, type TestServer } from './server.ts'
import { OK, startWebhookPeer, type WebhookPeer } from './webhook-peer.ts'

/** Both processes open what either sealed. */
const LOOPBACK = { WEBHOOK_LOOPBACK: '1', DEVICE_KEYS_KEY: randomBytes(32).toString('base64') }
/** A receiver that is silent for longer does not answer. */
const PATIENCE_MS = 400

export class WebhookHouse {
  readonly store: TestStore
  readonly server: TestServer
  /** Another process of the same database. */
  readonly other: TestServer
  readonly admin: Device
  readonly bruna: Device
  readonly peer: WebhookPeer
  ahead = 0
  constructor(given: Pick<WebhookHouse, 'store' | 'server' | 'other' | 'admin' | 'bruna' | 'peer'>) {
    this.store = given.store
    this.server = given.server
    this.other = given.other
    this.admin = given.admin
    this.bruna = given.bruna
    this.peer = given.peer
  }

  /** A webhook of all events to the peer, but for what is given. Returns its id and secret. */
  async told(given: Partial<WebhookBody> = {}): Promise<{ readonly id: string; readonly secret: string }> {
    const body = {
      name: 'CRM',
      url: `${this.peer.url}/farol?key=k`,
      events: WEBHOOK_EVENTS.map(({ kind }) => kind),
      with_client: false,
      ...given,
    }
    const answer = await this.admin.call('POST', '/webhooks', body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return madeWebhookSchema.parse(answer.body)
  }

  async webhooks(): Promise<Webhook[]> {
    return webhooksRoute.answer.parse((await this.admin.call('GET', '/webhooks')).body).data
  }

  async webhook(): Promise<Webhook> {
    const [one] = await this.webhooks()
    if (one === undefined) throw new Error('there is no webhook')
    return one
  }

  async log(id: string, query = ''): Promise<Delivery[]> {
    const answer = await this.admin.call('GET', `/webhooks/${id}/deliveries${query}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return deliveriesRoute.answer.parse(answer.body).data
  }

  /** What the loop of a process does in one look. */
  async round({ context }: TestServer = this.server): Promise<void> {
    await queueLate(context)
    await deliverWebhooks(context, {
      callAddress: callerOf({ ...context.config.webhooks, timeoutMs: PATIENCE_MS }),
      stop: new AbortController().signal,
    })
  }

  forward(ms: number): void {
    this.server.forward(ms)
    this.other.forward(ms)
    this.ahead += ms
  }

  async after(ms: number): Promise<void> {
    this.forward(ms)
    await this.round()
  }

  /** What is in the outbox, in its order: events with the numbers of their leads. */
  async outbox(): Promise<{ kind: string; lead: number | null; bulk: boolean }[]> {
    const { rows } = await sql<{ kind: string; lead: number | null; bulk: boolean }>`
      select kind, (facts ->> 'id')::int as lead, bulk from webhook_deliveries order by id`.execute(
      this.store.db,
    )
    return rows
  }

  /** A lead that moves: one event. */
  async moved(uid?: string): Promise<string> {
    const lead = uid ?? (await addSavable(this.store, BRUNA)).uid
    await sql`
      insert into timeline (lead_uid, user_id, command, changes, occurred_at, received_at)
      values (${lead}, ${BRUNA}, 'lead.advance', '{"status": {"before": 2, "after": 3}}',
        ${new Date(this.server.context.now()).toISOString()}, ${new Date(this.server.context.now()).toISOString()})`.execute(
      this.store.db,
    )
    return lead
  }

  /** Kinds of what arrived so far, the earliest first. */
  arrived(): string[] {
    return this.peer.arrived.map(({ body }) => String(JSON.parse(body).type))
  }
}

/** On PGlite, which has one process, both servers have the one store. */
export function inWebhookHouse(open: OpenDatabase, ready: (house: WebhookHouse) => void): void {
  let house: WebhookHouse
  inHouse(
    open,
    async ({ store, server }) => {
      await inviterOf(store)
      const otherStore = store.url === null ? store : await openStore({ url: store.url })
      const other = await startServer(otherStore, LOOPBACK)
      const peer = await startWebhookPeer()
      const admin = await server.confirmedDevice(ADMIN)
      house = new WebhookHouse({ store, server, other, admin, bruna: await server.device(BRUNA), peer })
      ready(house)
      return async () => {
        await peer.stop()
        await other.stop()
        if (otherStore !== store) await otherStore.close()
      }
    },
    LOOPBACK,
  )
  beforeEach(async () => {
    await house.store.db.deleteFrom('webhooks').execute()
    await house.store.db.deleteFrom('mails').execute()
    house.peer.arrived.length = 0
    house.peer.behaviour = OK
    house.peer.atOnce.most = 0
  })
  afterEach(() => house.forward(-house.ahead))
}
