/**
 * A page that is put away holds nothing from the others; back again it shows what they did, and goes on. Playwright loses a page
 * that comes out of Chromium's own cache: here it is told what a browser tells it. `npm run test:browsers` has the cache.
 */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { leadUidsIn, storedIn } from './support/storage.ts'
import { expect, test } from './support/test.ts'

/** Names of the locks that are held on this device. */
const held = (page: Page) =>
  page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))

/** As the browser tells a tab that nobody looks at, before it stops it. Here every page is in front, and none is stopped. */
const freeze = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('freeze')))
const resume = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('resume')))

/** As the browser tells a page that goes into its cache, or comes back. */
const tell = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((name) => void window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

test('a frozen tab lets the other sync, and shows what it did when it is awake again', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const target = await capturable(rest)
  const device = await newDevice()
  const context = await device.open()
  const first = await App.open(context, sharedServer.url)
  await first.signIn('corretor')
  await first.ready()
  await first.find(target.id)
  const blank = await context.newPage()
  // A page of the site that runs nothing of the app.
  await blank.goto(`${sharedServer.url}/favicon.svg`)
  await freeze(first.page)
  await expect.poll(() => held(blank)).toEqual([])

  const second = new App(blank, sharedServer.url)
  await second.goTo('/')
  await second.settled()
  await second.capture(target.id)
  await second.closeDialogs()
  await second.settled()
  expect((await rest.lead(target.id)).state).toBe(2)

  await resume(first.page)
  await expect(first.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
  await second.page.close()
  await first.settled()
})

test('out of the browser’s cache a page shows what was done meanwhile, and syncs again', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const target = await capturable(rest)
  const device = await newDevice()
  const context = await device.open()
  const app = await App.open(context, sharedServer.url)
  await app.signIn('corretor')
  await app.ready()
  await app.find(target.id)
  await tell(app.page, 'pagehide')
  await expect.poll(() => held(app.page)).toEqual([])
  expect((await rest.call('PUT', `/capture-lead/${target.id}`)).status).toBe(200)
  await tell(app.page, 'pageshow')
  await expect(app.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
  await app.settled()
  await expect.poll(() => held(app.page)).toContainEqual(expect.stringMatching(/^farol-sync-/))
})

test('out of the browser’s cache after a sign-out elsewhere a page asks who one is', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const device = await newDevice()
  const context = await device.open()
  const app = await App.open(context, sharedServer.url)
  await app.signIn('corretor')
  await app.ready()
  await tell(app.page, 'pagehide')
  const other = await App.open(context, sharedServer.url)
  await other.settled()
  await other.signOut()
  await other.page.close()
  await tell(app.page, 'pageshow')
  await expect(app.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(leadUidsIn(await storedIn(app.page), await rest.userId())).toEqual([])
})
