/** Where most suites stand: the small house behind a server, opened once for the suite, without leads before each test. */
import { beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase, TestStore } from './databases.ts'
import { house, withoutLeads } from './people.ts'
import { startServer, type TestServer } from './server.ts'

export interface OpenHouse {
  readonly store: TestStore
  readonly server: TestServer
}

/** `ready` takes what the suite's tests use, and adds what they find there. */
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
