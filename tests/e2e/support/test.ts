/** What every spec starts from: a server of its own, and devices (browser profiles that survive a restart of the browser). */
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
 * A browser that is closed goes on in the background until a service worker has given up sending, ten seconds with a
 * queue and no network. Here it is as when the machine is put away meanwhile.
 */
async function endServiceWorkers(context: BrowserContext): Promise<void> {
  // The browser came up with an empty tab.
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
    // Processes of a browser that has ended may still write.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

interface Fixtures {
  readonly newDevice: () => Promise<Device>
  /** Of this test alone: to be stopped, killed, or asked for everything that it has written. */
  readonly server: FarolServer
  /** As `server`, with everything in its log. */
  readonly talkativeServer: FarolServer
}

interface WorkerFixtures {
  /**
   * Of all tests of a worker, one after the other: for those that look at it through REST and screen, and at what they
   * have made or picked themselves. A start costs more than most of these tests.
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
  newDevice: async ({ launchOptions, contextOptions, locale, timezoneId, viewport }, provide) => {
    const devices: Device[] = []
    await provide(async () => {
      const profile = await mkdtemp(join(tmpdir(), 'farol-device-'))
      const options: BrowserContextOptions = {
        ...contextOptions,
        viewport,
        // Whatever a spec file leaves out for its other tests.
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
    for (const device of devices) await device.dispose()
  },
})

export { expect } from '@playwright/test'
