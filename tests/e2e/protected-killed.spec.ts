/**
 * The browser is killed in the middle of what changes a protected device: just before a write of the page, one point after the
 * other (support/disk/stop-points.ts). `STOPS=all` stops at every point, a number at so many of them, spread over the way. Without
 * it they do not run: each stop is a browser killed and opened again.
 */
import { cp } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { findInProfile } from './support/disk/find-in-profile.ts'
import { lookAround, queueWork } from './support/disk/own-work.ts'
import { ENTERED, enteredTerms, peopleOf, peopleTerms } from './support/disk/seeded.ts'
import { watchPoints } from './support/disk/stop-points.ts'
import { frontOrigin, frontTo } from './support/front.ts'
import { LeadForm } from './support/lead-form.ts'
import { beginProtection, choose, databases, lock, lockScreen, unlock } from './support/protection.ts'
import type { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import type { FarolServer } from './support/server.ts'
import { type Device, expect, type NewDevice, test } from './support/test.ts'

const STOPS = process.env.STOPS ?? '0'
test.skip(STOPS === '0', 'without STOPS: npm run test:long')
const isSending = (path: string) => /^\/api\/(sync\/(push|sealed)|files)/.test(path)
const QUEUED = /3 pendentes/
const LOCAL_STORAGE = /^Default\/Local Storage\/leveldb\//

/** A device with a queue that is not sent, and a draft. */
interface Prepared {
  readonly front: Proxy
  readonly rest: Rest
  readonly userId: number
  /** A closed profile, of which each stop gets a copy. */
  readonly profile: string
}

async function withWork(server: FarolServer, device: Device): Promise<Prepared & { readonly app: App }> {
  const front = await frontTo(server.url)
  const rest = await Rest.signIn(server.url, 'corretor')
  front.refuse = isSending
  const app = await App.signedIn(await device.open(), server.url, 'corretor')
  await queueWork(app, rest)
  await lookAround(app)
  return { front, rest, userId: await rest.userId(), profile: device.folder, app }
}

/** The same, protected and locked. The queue of the clear store is sent meanwhile, and a new one waits. */
async function protectedWithWork(server: FarolServer, device: Device): Promise<Prepared> {
  const { app, ...prepared } = await withWork(server, device)
  await (await beginProtection(app)).click()
  await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
  prepared.front.refuse = null
  await expect(app.page.getByText('Protegido', { exact: true })).toBeVisible({ timeout: 60_000 })
  await app.ready()
  prepared.front.refuse = isSending
  await app.goTo('/')
  await queueWork(app, prepared.rest)
  await app.goTo('/')
  await lock(app)
  await device.close()
  return prepared
}

/** Numbers of the points at which this run stops. */
function stopsOf(count: number): number[] {
  const wanted = STOPS === 'all' ? count : Math.min(Number(STOPS), count)
  return Array.from({ length: wanted }, (_, place) => Math.floor(((place + 0.5) * count) / wanted) + 1)
}

interface Flow {
  /** From a newly opened page to the last step. Resolves when all is done. */
  readonly act: (app: App, begin: () => Promise<void>) => Promise<void>
  /** After the kill, in the same profile opened again. */
  readonly goesOn: (app: App, device: Device) => Promise<void>
}

/** Runs the way once whole and counts its points, then once for each stop. */
async function killAtEachPoint(
  { profile, front }: Prepared,
  newDevice: NewDevice,
  { act, goesOn }: Flow,
): Promise<void> {
  const open = async (): Promise<{ device: Device; context: BrowserContext }> => {
    const device = await newDevice()
    await cp(profile, device.folder, { recursive: true })
    return { device, context: await device.open() }
  }
  const run = async (stopAt: number) => {
    front.refuse = isSending
    const { device, context } = await open()
    const app = await App.open(context, frontOrigin())
    const points = await watchPoints(app.page, stopAt)
    await app.page.reload()
    const done = act(app, points.begin).then(() => null)
    await Promise.race([points.stopped, done])
    // A page that stands still answers nothing more.
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

const entrance = (app: App) => app.page.getByRole('button', { name: 'Entrar', exact: true })

/** Unlocks or signs in, whatever is asked for. */
async function enter(app: App): Promise<void> {
  await expect(lockScreen(app.page).or(entrance(app)).or(app.connection()).first()).toBeVisible()
  if (await lockScreen(app.page).isVisible()) await unlock(app.page)
  else if (await entrance(app).isVisible()) await app.signIn('corretor')
  await expect(app.connection()).toBeAttached({ timeout: 60_000 })
}

/** Queue and draft are there; the queue is sent, the store is sealed, and nothing clear is on the disk. */
async function isWhole(
  app: App,
  device: Device,
  { front, userId }: Prepared,
  terms: ReadonlyMap<string, readonly Buffer[]>,
): Promise<void> {
  await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
  front.refuse = null
  await app.ready()
  await expect.poll(() => databases(app.page)).not.toContain(`farol-${userId}`)
  expect(await app.page.evaluate(() => localStorage.getItem('farol_token'))).toBe('sealed')
  await app.goTo('/lead')
  await app.page.getByRole('button', { name: 'Continuar', exact: true }).click()
  await expect(new LeadForm(app.page).field('Nome')).toHaveValue(ENTERED.draft)
  await lock(app)
  await device.close()
  const found = await findInProfile(device.folder, terms)
  const clear = Array.from(
    found,
    ([name, files]) => `${name}: ${[...files].filter((file) => !LOCAL_STORAGE.test(file)).join()}`,
  )
  expect(clear.filter((words) => !words.endsWith(': '))).toEqual([])
}

async function searched(server: FarolServer): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const terms = new Map([...peopleTerms(await peopleOf(server.url, 'corretor')), ...enteredTerms])
  // Of the clear days the browser itself keeps the addresses: docs/security.md#no-guarantees
  terms.delete(ENTERED.search)
  return terms
}

test('killed during the move to protected, it goes on or begins anew, with queue and draft', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(3_600_000)
  const device = await newDevice('corretor')
  const { app: first, ...prepared } = await withWork(server, device)
  const terms = await searched(server)
  await first.goTo('/')
  await device.close()
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      const enterButton = await beginProtection(app)
      await begin()
      await enterButton.click()
      await expect(app.page.getByText(QUEUED)).toBeVisible({ timeout: 60_000 })
      await expect
        .poll(() => databases(app.page), { timeout: 60_000 })
        .not.toContain(`farol-${prepared.userId}`)
    },
    goesOn: async (app, killed) => {
      await enter(app)
      const isSealed = (await app.page.evaluate(() => localStorage.getItem('farol_token'))) === 'sealed'
      if (!isSealed) {
        await expect(app.connection()).toHaveText(QUEUED)
        await (await beginProtection(app)).click()
        await expect
          .poll(() => app.page.evaluate(() => localStorage.getItem('farol_token')), { timeout: 60_000 })
          .toBe('sealed')
        await app.page.waitForLoadState('load')
      }
      await isWhole(app, killed, prepared, terms)
    },
  })
})

test('killed during an unlock or a change of the user, it is locked, and the work is there', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(3_600_000)
  const prepared = await protectedWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      await expect(lockScreen(app.page)).toBeVisible()
      await begin()
      await unlock(app.page)
      await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
      await choose(app, 'Trocar usuário')
      await expect(lockScreen(app.page)).toBeVisible()
    },
    goesOn: async (app, killed) => {
      await expect(lockScreen(app.page)).toBeVisible()
      await enter(app)
      await isWhole(app, killed, prepared, terms)
    },
  })
})

test('killed during a sign-out that discards, nothing clear and no key that opens is left in the end', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(3_600_000)
  const prepared = await protectedWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  const signOut = async (app: App) => {
    await choose(app, 'Logout')
    await app.page.getByRole('button', { name: 'Descartar as alterações e sair' }).click()
    await app.page
      .getByRole('dialog', { name: 'Descartar as alterações?' })
      .getByRole('button', { name: /^Descartar/ })
      .click()
    await expect(entrance(app)).toBeVisible({ timeout: 60_000 })
  }
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      await enter(app)
      await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
      await begin()
      await signOut(app)
    },
    goesOn: async (app, killed) => {
      await expect(lockScreen(app.page).or(entrance(app)).first()).toBeVisible()
      const isOut = await entrance(app).isVisible()
      if (!isOut) {
        const hasPassword = await app.page.getByLabel('Senha', { exact: true }).isVisible()
        if (hasPassword) await unlock(app.page)
        else {
          await app.goTo('/login')
          await app.signIn('corretor')
        }
        await expect(app.connection()).toBeAttached({ timeout: 60_000 })
      }
      await killed.close()
      const found = await findInProfile(killed.folder, terms)
      expect(
        [...found.keys()].filter(
          (name) => ![...(found.get(name) ?? [])].every((file) => LOCAL_STORAGE.test(file)),
        ),
      ).toEqual([])
    },
  })
})
