/**
 * The set-up of most suites: a small installation behind a server, opened once per suite, without leads before each
 * test.
 */
import { beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase, TestStore } from './databases.ts'
import { inviterOf } from './leads.ts'
import { ADMIN, BRUNA, house, withoutLeads } from './people.ts'
import { type Device, startServer, type TestServer } from './server.ts'

export interface OpenHouse {
  readonly store: TestStore
  readonly server: TestServer
}

/**
 * `ready` takes the store and server and prepares the suite's own state. What it returns ends that state after the
 * suite.
 */
export function inHouse(
  open: OpenDatabase,
  ready: (opened: OpenHouse) => void | Promise<void | (() => Promise<void>)>,
  environment: Record<string, string> = {},
): void {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await house(store)
    const server = await startServer(store, environment)
    const end = await ready({ store, server })
    return async () => {
      await end?.()
      await server.stop()
    }
  })
  beforeEach(() => withoutLeads(store))
}

interface OpenHouseWithDevices extends OpenHouse {
  readonly admin: Device
  readonly bruna: Device
}

/** `inHouse` with devices of the administrator and Bruna, and a phone for the inviter, so that leads can be saved. */
export function inHouseWithDevices(
  open: OpenDatabase,
  ready: (opened: OpenHouseWithDevices) => void | Promise<void>,
): void {
  inHouse(open, async ({ store, server }) => {
    await inviterOf(store)
    const admin = await server.device(ADMIN)
    const bruna = await server.device(BRUNA)
    await ready({ store, server, admin, bruna })
  })
}
