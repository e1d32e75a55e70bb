/** A page that is put away holds nothing from the others; back again it shows what they did, and goes on. */
import type { Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../../scripts/browser-flags.ts'
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...BROWSER_FLAGS],
    // Playwright's own: with it no page is ever kept.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

/** Names of the locks that are held on this device. */
const held = (page: Page) =>
  page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))

/** Whether the page came out of the browser's cache, and was not loaded anew. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-kept', 'yes'))
const isKept = (page: Page) => page.evaluate(() => document.body.getAttribute('data-kept') === 'yes')

/** As a browser does with a tab that nobody looks at. */
async function setLife(page: Page, state: 'frozen' | 'active'): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setWebLifecycleState', { state })
  await cdp.detach()
}

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
  await setLife(first.page, 'frozen')
  await expect.poll(() => held(blank)).toEqual([])

  const second = new App(blank, sharedServer.url)
  await second.goTo('/')
  await second.settled()
  await second.capture(target.id)
  await second.closeDialogs()
  await second.settled()
  expect((await rest.lead(target.id)).state).toBe(2)

  await setLife(first.page, 'active')
  await expect(first.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
  await second.page.close()
  await first.settled()
})

test('back out of the browser’s cache the page shows what was done meanwhile, and syncs again', async ({
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
  await mark(app.page)
  await app.page.goto(`${sharedServer.url}/favicon.svg`)
  await expect.poll(() => held(app.page)).toEqual([])
  await rest.call('PUT', `/capture-lead/${target.id}`)
  await app.page.goBack()
  expect(await isKept(app.page)).toBe(true)
  await app.settled()
  await expect(app.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
})

test('back out of the browser’s cache after a sign-out elsewhere the page asks who one is', async ({
  sharedServer,
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open()
  const app = await App.open(context, sharedServer.url)
  await app.signIn('corretor')
  await app.ready()
  await mark(app.page)
  await app.page.goto(`${sharedServer.url}/favicon.svg`)
  const other = await App.open(context, sharedServer.url)
  await other.settled()
  await other.signOut()
  await other.page.close()
  await app.page.goBack()
  await expect(app.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect
    .poll(() => app.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual(['farol-device'])
})
