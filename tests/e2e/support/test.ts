/** The start of every spec: its own server, and devices (browser profiles that survive a restart of the browser). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions as BrowserLaunchOptions,
  test as base,
  chromium,
} from '@playwright/test'
import { FarolServer } from './server.ts'

/**
 * A closed browser runs on in the background until its service worker gives up sending, ten seconds with a queue and no
 * network. This ends it at once, as when the machine sleeps meanwhile.
 */
async function endServiceWorkers(context: BrowserContext): Promise<void> {
  // The browser opens with an empty tab.
  const page = context.pages().find((one) => one.url() === 'about:blank') ?? (await context.newPage())
  for (const other of context.pages()) if (other !== page) await other.close()
  const cdp = await context.newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
}

type LaunchOptions = Pick<BrowserLaunchOptions, 'executablePath' | 'args' | 'ignoreDefaultArgs'>

/** One tablet or laptop: a profile on disk. `close` and `open` are closing the browser and starting it again. */
export class Device {
  readonly #profile: string
  readonly #options: BrowserContextOptions
  readonly #launch: LaunchOptions
  #context: BrowserContext | null = null
  /** What the pages wrote as errors: among them whatever a screen broke with. */
  readonly errors: string[] = []

  constructor(profile: string, options: BrowserContextOptions, launch: LaunchOptions) {
    this.#profile = profile
    this.#options = options
    this.#launch = launch
  }

  async open(): Promise<BrowserContext> {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      ...this.#options,
      ...this.#launch,
    })
    this.#context.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
    return this.#context
  }

  async close(): Promise<void> {
    const context = this.#context
    this.#context = null
    if (context === null) return
    await endServiceWorkers(context)
    await context.close()
  }

  async dispose(): Promise<void> {
    await this.close()
    // Processes of a closed browser may still write.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

interface Fixtures {
  readonly newDevice: () => Promise<Device>
  /** A server of this test alone: a test may stop it, kill it, or read all its output. */
  readonly server: FarolServer
  /** Like `server`, with every level in its log. */
  readonly talkativeServer: FarolServer
}

interface WorkerFixtures {
  /**
   * The server of all tests of a worker, one after the other: for tests that read REST and screen and only records that
   * they have made or picked. A start costs more than most of these tests.
   */
  readonly sharedServer: FarolServer
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedServer: [
    async ({}, provide) => {
      const server = await FarolServer.start()
      await provide(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  server: async ({}, provide) => {
    const server = await FarolServer.start()
    await provide(server)
    await server.dispose()
  },
  talkativeServer: async ({}, provide) => {
    const server = await FarolServer.start({ LOG_LEVEL: 'trace' })
    await provide(server)
    await server.dispose()
  },
  newDevice: async ({ launchOptions, contextOptions, locale, timezoneId, viewport }, provide, testInfo) => {
    const devices: Device[] = []
    await provide(async () => {
      const profile = await mkdtemp(join(tmpdir(), 'farol-device-'))
      const options: BrowserContextOptions = {
        ...contextOptions,
        viewport,
        // A spec file may block them for its other tests.
        serviceWorkers: 'allow',
        ...(locale === undefined ? {} : { locale }),
        ...(timezoneId === undefined ? {} : { timezoneId }),
      }
      const { executablePath, args, ignoreDefaultArgs } = launchOptions
      const device = new Device(profile, options, {
        ...(executablePath === undefined ? {} : { executablePath }),
        ...(args === undefined ? {} : { args: [...args] }),
        ...(ignoreDefaultArgs === undefined ? {} : { ignoreDefaultArgs }),
      })
      devices.push(device)
      return device
    })
    const errors = devices.flatMap((device) => device.errors)
    if (testInfo.status !== testInfo.expectedStatus && errors.length > 0)
      process.stdout.write(`${testInfo.title}: errors of the pages\n${errors.join('\n').slice(0, 4000)}\n`)
    for (const device of devices) await device.dispose()
  },
})

export { expect } from '@playwright/test'
