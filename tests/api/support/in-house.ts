/**
 * The set-up of most suites: a small installation behind a server, opened once per suite, without leads before each
 * test.
 */
import { beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase, TestStore } from './databases.ts'
import { house, withoutLeads } from './people.ts'
import { startServer, type TestServer } from './server.ts'

export interface OpenHouse {
  readonly store: TestStore
  readonly server: TestServer
}

/** `ready` takes the store and server and prepares the suite's own state. */
export function inHouse(
  open: OpenDatabase,
  ready: (opened: OpenHouse) => void | Promise<void>,
  environment: Record<string, string> = {},
): void {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await house(store)
    const server = await startServer(store, environment)
    await ready({ store, server })
    return () => server.stop()
  })
  beforeEach(() => withoutLeads(store))
}
