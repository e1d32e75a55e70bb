/** A house whose users have devices that receive notices, and what tests of Web Push do in it. */
import { beforeEach } from 'vitest'
import { openStore } from '../../../server/db/store.ts'
import { deliverNotices } from '../../../server/push/delivery.ts'
import { queueDueNotices } from '../../../server/push/due.ts'
import { pushKeys } from '../../../server/push/keys.ts'
import { webPushSender } from '../../../server/push/sender.ts'
import type { OpenDatabase, TestStore } from './databases.ts'
import { inHouse } from './in-house.ts'
import { inviterOf } from './leads.ts'
import { type Browser, type PushService, startPushService } from './push-service.ts'
import { type Device, startServer, type TestServer } from './server.ts'

const HOSTS = { PUSH_HOSTS: '127.0.0.1', VAPID_SUBJECT: 'mailto:ti@exemplo.com.br' }
/** A push service that is silent for longer does not answer. */
const PATIENCE_MS = 300

export interface Told {
  readonly device: Device
  readonly browser: Browser
}

export class PushHouse {
  readonly store: TestStore
  readonly server: TestServer
  /** Another process of the same database. */
  readonly other: TestServer
  readonly service: PushService
  /** What was reported to the operator. */
  readonly warnings: string[] = []
  constructor(
    store: TestStore,
    server: TestServer,
    { other, service }: { other: TestServer; service: PushService },
  ) {
    this.store = store
    this.server = server
    this.other = other
    this.service = service
  }

  /** A device of the user that receives notices. */
  async told(userId: number): Promise<Told> {
    const device = await this.server.device(userId)
    const browser = this.service.browser()
    const { status, body } = await device.call('PUT', '/push-subscription', browser.subscription)
    if (status !== 200) throw new Error(`the subscription was answered ${status} ${JSON.stringify(body)}`)
    return { device, browser }
  }

  /** One round of a process: looks for what is due and sends what waits. */
  async round({ context }: TestServer = this.server): Promise<void> {
    await queueDueNotices(context)
    await deliverNotices(context, {
      send: webPushSender(context.config.push, await pushKeys(context), PATIENCE_MS),
      stop: new AbortController().signal,
      warn: (error) => this.warnings.push(error instanceof Error ? error.message : String(error)),
    })
  }

  /** What arrived for this browser so far, decrypted, the earliest first. */
  readBy(browser: Browser): unknown[] {
    return this.service.arrived
      .filter(({ path }) => browser.subscription.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(browser.open(body)))
  }

  waiting() {
    return this.store.db.selectFrom('push_messages').select(['kind', 'tries']).execute()
  }

  subscriptions() {
    return this.store.db.selectFrom('push_subscriptions').select(['user_id', 'endpoint']).execute()
  }
}

/** Two servers on one database. On PGlite, which has one process, both have the one store. */
export function inPushHouse(open: OpenDatabase, ready: (house: PushHouse) => void | Promise<void>): void {
  let house: PushHouse
  inHouse(
    open,
    async ({ store, server }) => {
      await inviterOf(store)
      const otherStore = store.url === null ? store : await openStore({ url: store.url })
      const other = await startServer(otherStore, HOSTS)
      const service = await startPushService()
      house = new PushHouse(store, server, { other, service })
      await ready(house)
      return async () => {
        await service.stop()
        await other.stop()
        if (otherStore !== store) await otherStore.close()
      }
    },
    HOSTS,
  )
  beforeEach(async () => {
    house.service.arrived.length = 0
    house.service.answer = { status: 201 }
    house.warnings.length = 0
    await house.store.db.deleteFrom('push_subscriptions').execute()
    await house.store.db.deleteFrom('screen_settings').execute()
  })
}
