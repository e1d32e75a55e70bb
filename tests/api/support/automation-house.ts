/** A house with automations, and what tests do in it. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { actOnDue } from '../../../server/automations/due.ts'
import { actOnEvents, type Warn } from '../../../server/automations/events.ts'
import { openStore } from '../../../server/db/store.ts'
import { automationNoticesRoute } from '../../../src/contract/administration/automation-notices.ts'
import {
  type Automation,
  type AutomationBody,
  type AutomationRun,
  automationRunsRoute,
  automationSchema,
  automationsRoute,
} from '../../../src/contract/administration/automations.ts'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import type { OpenDatabase, TestStore } from './databases.ts'
import { inHouse } from './in-house.ts'
import { inviterOf } from './leads.ts'
import { ADMIN, BRUNA, DAVI, MANAGER } from './people.ts'
import { type Device, startServer, type TestServer } from './server.ts'

/** A test whose automation fails is told of it. */
export const failing = (error: unknown): never => {
  throw error
}

interface Parts {
  readonly store: TestStore
  readonly server: TestServer
  readonly other: TestServer
  readonly admin: Device
  readonly manager: Device
  readonly bruna: Device
  readonly davi: Device
}

export class AutomationHouse {
  readonly store: TestStore
  readonly server: TestServer
  /** Another process of the same database. */
  readonly other: TestServer
  readonly admin: Device
  readonly manager: Device
  readonly bruna: Device
  readonly davi: Device
  ahead = 0
  constructor(given: Parts) {
    this.store = given.store
    this.server = given.server
    this.other = given.other
    this.admin = given.admin
    this.manager = given.manager
    this.bruna = given.bruna
    this.davi = given.davi
  }

  /** Makes an automation and switches it on. Tells the lead's broker of each new lead, but for what is given. */
  async on(given: Partial<AutomationBody> = {}): Promise<Automation> {
    const body = {
      name: 'Novo lead',
      trigger: { kind: 'lead_made', bulk: false },
      conditions: NO_CONDITIONS,
      acts: [{ kind: 'notice', to: 'broker', text: 'Olhe este lead' }],
      ...given,
    }
    const made = await this.admin.call('POST', '/automations', body)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return this.turn(automationSchema.parse(made.body).id, true)
  }

  async turn(id: string, on: boolean): Promise<Automation> {
    const answer = await this.admin.call('PUT', `/automations/${id}/state`, { on })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return automationSchema.parse(answer.body)
  }

  async automations(): Promise<Automation[]> {
    return automationsRoute.answer.parse((await this.admin.call('GET', '/automations')).body).data
  }

  /** The log of an automation, the earliest first. */
  async log(id: string): Promise<AutomationRun[]> {
    const answer = await this.admin.call('GET', `/automations/${id}/runs?per_page=100`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return automationRunsRoute.answer.parse(answer.body).data.toReversed()
  }

  /** What the bell of a device tells, the latest first. */
  async told(device: Device): Promise<string[]> {
    const answer = await device.call('GET', '/automation-notices')
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return automationNoticesRoute.answer.parse(answer.body).data.map(({ text }) => text)
  }

  /** What the loop of a process does in one look. */
  async look({ context }: TestServer = this.server, warn: Warn = failing): Promise<void> {
    await actOnEvents(context, warn)
    await actOnDue(context, warn)
  }

  forward(ms: number): void {
    this.server.forward(ms)
    this.other.forward(ms)
    this.ahead += ms
  }

  async after(ms: number): Promise<void> {
    this.forward(ms)
    await this.look()
  }

  now = (): number => this.server.context.now()

  async run(command: string, args: object, device: Device = this.bruna): Promise<void> {
    // The device's clock goes with the server's.
    const occurred_at = new Date(this.now()).toISOString()
    const result = await device.run({ command, args, occurred_at })
    expect(result, JSON.stringify(result)).toMatchObject({ outcome: 'applied' })
  }

  async runs(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from automation_runs`.execute(
      this.store.db,
    )
    return rows[0]?.count ?? 0
  }
}

/** On PGlite, which has one process, both servers have the one store. */
export function inAutomationHouse(open: OpenDatabase, ready: (house: AutomationHouse) => void): void {
  let house: AutomationHouse
  inHouse(open, async ({ store, server }) => {
    await inviterOf(store)
    const otherStore = store.url === null ? store : await openStore({ url: store.url })
    const other = await startServer(otherStore)
    const [admin, manager] = [await server.confirmedDevice(ADMIN), await server.device(MANAGER)]
    const [bruna, davi] = [await server.device(BRUNA), await server.device(DAVI)]
    house = new AutomationHouse({ store, server, other, admin, manager, bruna, davi })
    ready(house)
    return async () => {
      await other.stop()
      if (otherStore !== store) await otherStore.close()
    }
  })
  beforeEach(async () => {
    await house.store.db.deleteFrom('automations').execute()
    await house.store.db.deleteFrom('automation_events').execute()
  })
  afterEach(() => house.forward(-house.ahead))
}
