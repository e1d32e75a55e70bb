/** The start of every spec: its own server, and devices (browser profiles that survive a restart of the browser). */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions as BrowserLaunchOptions,
  test as base,
  chromium,
  expect,
  type Page,
} from '@playwright/test'
import { OFTEN_PARTS, PARTS } from '../../../scripts/proof/file-slice.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { inSlice } from '../../support/slice.ts'
import { App, signIns } from './app.ts'
import { killBrowser } from './disk/kill-browser.ts'
import { calmFront, FRONT_FLAG, noteBlockedWorkers, noteFront } from './front.ts'
import { HostedServer } from './hosted-server.ts'
import { copyProfile } from './profiles.ts'
import { Rest } from './rest.ts'
import { FarolServer } from './server.ts'

/** As the browser does when they have nothing to do: a later event starts them anew. */
export async function stopServiceWorkers(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
}

/**
 * A closed browser runs on in the background until its service worker gives up sending, ten seconds with a queue and no
 * network. This ends it at once, as when the machine sleeps meanwhile.
 */
async function endServiceWorkers(context: BrowserContext): Promise<void> {
  // The browser opens with an empty tab.
  const page = context.pages().find((one) => one.url() === 'about:blank') ?? (await context.newPage())
  for (const other of context.pages()) if (other !== page) await other.close()
  await stopServiceWorkers(page)
}

type LaunchOptions = Pick<BrowserLaunchOptions, 'executablePath' | 'args' | 'ignoreDefaultArgs'>

/**
 * As with the browser's data saver the app does not load the code of its other screens beforehand. Each page of a test would
 * otherwise evaluate all of it. `test.use({ savesData: false })` loads it.
 */
const saveData = () =>
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: true, addEventListener: () => undefined, removeEventListener: () => undefined },
  })

interface DeviceOptions {
  readonly context: BrowserContextOptions
  readonly launch: LaunchOptions
  readonly savesData: boolean
  /** Whose stored profile the device begins with; null: an empty device. */
  readonly login: string | null
}

/** One tablet or laptop: a profile on disk. `close` and `open` are closing the browser and starting it again. */
export class Device {
  /** The profile. */
  readonly folder: string
  readonly #options: DeviceOptions
  #context: BrowserContext | null = null
  #isNew = true
  /** What the pages wrote as errors: among them whatever a screen broke with. */
  readonly errors: string[] = []

  constructor(profile: string, options: DeviceOptions) {
    this.folder = profile
    this.#options = options
  }

  async open(): Promise<BrowserContext> {
    const { context: options, launch, login, savesData } = this.#options
    const serviceWorkers = options.serviceWorkers ?? 'allow'
    if (this.#isNew && login !== null)
      await copyProfile({ login, serviceWorkers, options, launch }, this.folder)
    this.#isNew = false
    const context = await chromium.launchPersistentContext(this.folder, { ...options, ...launch })
    this.#context = context
    if (login !== null) noteFront(context)
    if (serviceWorkers === 'block') noteBlockedWorkers(context)
    if (savesData) await context.addInitScript(saveData)
    context.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
    return context
  }

  async close(): Promise<void> {
    const context = this.#context
    this.#context = null
    if (context === null) return
    await endServiceWorkers(context)
    await context.close()
  }

  /** Ends the browser as a crash does: what it had not written yet is lost. */
  async kill(): Promise<void> {
    const context = this.#context
    this.#context = null
    if (context !== null) await killBrowser(context, this.folder)
  }

  async dispose(): Promise<void> {
    await this.close()
    // Processes of a closed browser may still write.
    await removeFolder(this.folder)
  }
}

export interface NewDevice {
  /**
   * The device of this user, signed in and with its first sync behind it; without a login it is empty. `flags`: of its browser
   * alone.
   */
  (login?: string, workers?: 'allow' | 'block', flags?: readonly string[]): Promise<Device>
}

/**
 * The app of this user at the server of that address, on a device of its own. The test's `serviceWorkers` holds for it.
 */
export type SignedIn = (url: string, login: string, path?: string) => Promise<App>

interface Fixtures {
  /** Skips a test of another slice. */
  readonly slice: undefined
  readonly newDevice: NewDevice
  readonly signedIn: SignedIn
  /** A server of this test alone, which ends sessions or changes users. */
  readonly ownServer: HostedServer
  /** A process of this test alone: it may be stopped, killed, and its database and output read. */
  readonly server: FarolServer
  /** Like `server`, with every level in its log. */
  readonly talkativeServer: FarolServer
}

interface Options {
  readonly savesData: boolean
}

interface WorkerFixtures {
  /**
   * The server of all tests of a worker, one after the other: for tests that read REST and screen and only records that
   * they have made or picked. A start costs more than most of these tests.
   */
  readonly sharedServer: HostedServer
}

/**
 * Details of a test that `npm test` runs in one of twelve slices, since a suite below the browser proves its rule, or
 * another test its screen: docs/testing.md#slices.
 */
export const SLICED = { tag: '@sliced' }
/** Details of a test that `npm test` runs in one of four slices: it proves a promise of the whole browser. */
export const OFTEN = { tag: '@often' }

/** Whether tests that take minutes each run: `npm run test:long`. */
export const isLong = (process.env.STOPS ?? '0') !== '0'
/** Of how many slices one runs a test with this tag. */
const SLICES = new Map([
  [SLICED.tag, PARTS],
  [OFTEN.tag, OFTEN_PARTS],
])

/** The worker's shared server, while it runs. */
let shared: HostedServer | null = null
/** After so many sign-ins by the form a user's sessions at the shared server are tidied. */
const MOST_SIGN_INS = 6

const numberOf = (title: string) =>
  Array.from(title).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  slice: [
    async ({}, provide, testInfo) => {
      const slices = Math.max(1, ...testInfo.tags.map((tag) => SLICES.get(tag) ?? 1))
      const isLeftOut = !inSlice(numberOf(testInfo.titlePath.join(' ')), slices)
      testInfo.skip(isLeftOut, 'of another slice')
      await provide(undefined)
      await calmFront()
      for (const [login, count] of signIns) {
        if (shared === null || count < MOST_SIGN_INS) continue
        signIns.delete(login)
        await (await Rest.signIn(shared.url, login)).endForeignSessions()
      }
      // The next test would find its device signed out, on one worker and not on the other.
      if (shared !== null && !isLeftOut)
        expect(await Rest.endedSessions(shared.url), 'prepared sessions that the test ended').toEqual([])
    },
    { auto: true },
  ],
  savesData: [true, { option: true }],
  sharedServer: [
    async ({}, provide) => {
      const server = await HostedServer.start()
      shared = server
      await provide(server)
      shared = null
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  ownServer: async ({}, provide) => {
    const server = await HostedServer.start()
    await provide(server)
    await server.dispose()
  },
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
  context: async ({ context, savesData, serviceWorkers }, provide) => {
    if (savesData) await context.addInitScript(saveData)
    if (serviceWorkers === 'block') noteBlockedWorkers(context)
    await provide(context)
  },
  newDevice: async (
    {
      launchOptions,
      contextOptions,
      locale,
      timezoneId,
      viewport,
      isMobile,
      hasTouch,
      userAgent,
      colorScheme,
      savesData,
    },
    provide,
    testInfo,
  ) => {
    const devices: Device[] = []
    const signedIn = new Set<string>()
    const given = { locale, timezoneId, isMobile, hasTouch, userAgent, colorScheme }
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const { executablePath, args = [], ignoreDefaultArgs } = launchOptions
    await provide(async (login, workers = 'allow', flags = []) => {
      const profile = await mkdtemp(join(tmpdir(), 'farol-device-'))
      const device = new Device(profile, {
        // A spec file may block service workers for its other tests.
        context: { ...contextOptions, ...set, viewport, serviceWorkers: workers },
        launch: {
          args: [...args, FRONT_FLAG, ...flags],
          ...(executablePath === undefined ? {} : { executablePath }),
          ...(ignoreDefaultArgs === undefined ? {} : { ignoreDefaultArgs }),
        },
        savesData,
        // Two devices of a person have a session each: the second one is empty.
        login: login === undefined || signedIn.has(login) ? null : login,
      })
      if (login !== undefined) signedIn.add(login)
      devices.push(device)
      return device
    })
    const errors = devices.flatMap((device) => device.errors)
    if (testInfo.status !== testInfo.expectedStatus && errors.length > 0)
      process.stdout.write(`${testInfo.title}: errors of the pages\n${errors.join('\n').slice(0, 4000)}\n`)
    await Promise.all(devices.map((device) => device.dispose()))
  },
  signedIn: async ({ newDevice, serviceWorkers }, provide) => {
    await provide(async (url, login, path) => {
      const device = await newDevice(login, serviceWorkers)
      return App.signedIn(await device.open(), url, login, path)
    })
  },
})

export { expect }
