/**
 * A browser that is killed in the middle of what changes a protected device: just before a write of the page, one point after the
 * other (stop-points.ts). `STOPS=all` stops at every point, a number at so many of them, spread over the way.
 */
import { cp } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { App } from '../app.ts'
import { frontOrigin, frontTo } from '../front.ts'
import { beginProtection, lock } from '../protection.ts'
import type { Proxy } from '../proxy.ts'
import { Rest } from '../rest.ts'
import type { FarolServer } from '../server.ts'
import { type Device, expect, type NewDevice, test } from '../test.ts'
import { isSending, lookAround, queueWork } from './own-work.ts'
import { watchPoints } from './stop-points.ts'

/** '0': the tests do not run, since each stop is a browser killed and opened again. */
export const STOPS = process.env.STOPS ?? '0'

/** What is queued by `queueWork`, as the top bar says it. */
export const QUEUED = /3 pendentes/

/** A device with a queue that is not sent, and a draft. */
export interface Prepared {
  readonly front: Proxy
  readonly rest: Rest
  readonly userId: number
  /** A closed profile, of which each stop gets a copy. */
  readonly profile: string
  /** The server as it was when the profile was closed: a stop may end the session, or delete the server's half. */
  readonly restoreServer: () => Promise<void>
}

interface Worked {
  readonly app: App
  readonly front: Proxy
  readonly rest: Rest
}

async function work(server: FarolServer, device: Device): Promise<Worked> {
  const front = await frontTo(server.url)
  const rest = await Rest.signIn(server.url, 'corretor')
  front.refuse = isSending
  const app = await App.signedIn(await device.open(), server.url, 'corretor')
  await queueWork(app, rest)
  await lookAround(app)
  return { app, front, rest }
}

async function closed(server: FarolServer, device: Device, { front, rest }: Worked): Promise<Prepared> {
  await device.close()
  const userId = await rest.userId()
  return { front, rest, userId, profile: device.folder, restoreServer: await server.keepState() }
}

/** A clear device. */
export async function clearWithWork(server: FarolServer, device: Device): Promise<Prepared> {
  const worked = await work(server, device)
  await worked.app.goTo('/')
  return closed(server, device, worked)
}

/** The same, protected and locked. The queue of the clear store is sent meanwhile, and a new one waits. */
export async function protectedWithWork(server: FarolServer, device: Device): Promise<Prepared> {
  const worked = await work(server, device)
  const { app, front, rest } = worked
  await (await beginProtection(app)).click()
  await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
  front.refuse = null
  await expect(app.page.getByText('Protegido', { exact: true })).toBeVisible({ timeout: 60_000 })
  await app.ready()
  front.refuse = isSending
  await app.goTo('/')
  await queueWork(app, rest)
  await app.goTo('/')
  await lock(app)
  return closed(server, device, worked)
}

/** Numbers of the points at which this run stops. */
function stopsOf(count: number): number[] {
  const wanted = STOPS === 'all' ? count : Math.min(Number(STOPS), count)
  return Array.from({ length: wanted }, (_, place) => Math.floor(((place + 0.5) * count) / wanted) + 1)
}

/** Whether the page still runs: a stopped one answers nothing. */
const answers = (page: Page): Promise<boolean> =>
  Promise.race([
    page.evaluate(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), 5000)),
  ])

interface Flow {
  /** From a newly opened page to the last step. `begin` counts the points from then on. Resolves when all is done. */
  readonly act: (app: App, begin: () => Promise<void>) => Promise<void>
  /** After the kill, in the same profile opened again. */
  readonly goesOn: (app: App, device: Device) => Promise<void>
}

/** Runs the way once whole and counts its points, then once for each stop. */
export async function killAtEachPoint(
  { profile, front, restoreServer }: Prepared,
  newDevice: NewDevice,
  { act, goesOn }: Flow,
): Promise<void> {
  const run = async (stopAt: number) => {
    await restoreServer()
    front.refuse = isSending
    const device = await newDevice()
    await cp(profile, device.folder, { recursive: true })
    const app = await App.open(await device.open(), frontOrigin())
    const points = await watchPoints(app.page, stopAt)
    await app.page.reload()
    const done = act(app, points.begin).catch(async (error: unknown) => {
      // What a page says in the console while another address replaces it may be lost.
      if (await answers(app.page)) throw error
    })
    await Promise.race([points.stopped, done])
    // It may still fail when the browser is gone.
    done.catch(() => undefined)
    return { device, points }
  }
  const whole = await run(Number.POSITIVE_INFINITY)
  await whole.device.close()
  const { passed } = whole.points
  expect(passed.length).toBeGreaterThan(3)
  test.info().annotations.push({ type: 'points', description: passed.join(', ') })
  for (const stopAt of stopsOf(passed.length))
    await test.step(`killed before ${passed[stopAt - 1]}`, async () => {
      const { device } = await run(stopAt)
      await device.kill()
      front.refuse = isSending
      await goesOn(await App.open(await device.open(), frontOrigin()), device)
      await device.dispose()
    })
}
