/**
 * A hidden page holds nothing that other pages need; restored, it shows their changes and continues. Playwright loses a
 * page that comes out of Chromium's own cache, so these tests dispatch the browser's events instead. `npm run
 * test:browsers` uses the real cache.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { LeadForm } from './support/lead-form.ts'
import { capturable } from './support/leads.ts'
import { protect, unlocked } from './support/protection.ts'
import { Rest } from './support/rest.ts'
import { leadUidsIn, storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

/** Names of the locks held on this device. */
const held = (page: Page) =>
  page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))

/** The event for a hidden tab before the browser freezes it. Here every page is visible, and none is frozen. */
const freeze = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('freeze')))
const resume = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('resume')))

/** The event for a page that enters the browser's cache or leaves it. */
const tell = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((name) => void window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

/** A broker's page, and an unclaimed lead on its board. */
async function onBoard(context: BrowserContext, url: string) {
  const rest = await Rest.signIn(url, 'corretor')
  const target = await capturable(rest)
  const app = await App.signedIn(context, url, 'corretor')
  await app.find(target.id)
  return { rest, target, app }
}

// Promise: a tab that the browser freezes holds back no other.
test(
  'a frozen tab leaves the sync to the other, and shows its changes when it resumes',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const { rest, target, app: first } = await onBoard(context, sharedServer.url)
    const blank = await context.newPage()
    // A page of the site without the app.
    await blank.goto(`${first.url}/favicon.svg`)
    await freeze(first.page)
    await expect.poll(() => held(blank)).toEqual([])

    const second = new App(blank, first.url)
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
  },
)

// Promise: a page from the browser's cache shows nothing older than the device has, and nothing after a sign-out.
test(
  "a page from the browser's cache shows the changes made meanwhile, and asks for a sign-in after one elsewhere",
  SLICED,
  async ({ ownServer, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const { rest, target, app } = await onBoard(context, ownServer.url)
    const id = await rest.userId()
    await tell(app.page, 'pagehide')
    await expect.poll(() => held(app.page)).toEqual([])
    expect((await rest.call('PUT', `/capture-lead/${target.id}`)).status).toBe(200)
    await tell(app.page, 'pageshow')
    await expect(app.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
    await app.settled()
    await expect.poll(() => held(app.page)).toContainEqual(expect.stringMatching(/^farol-sync-/))

    await tell(app.page, 'pagehide')
    const other = await App.open(context, ownServer.url)
    await other.settled()
    await other.signOut()
    await other.page.close()
    await tell(app.page, 'pageshow')
    await expect(app.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    expect(leadUidsIn(await storedIn(app.page), id)).toEqual([])
  },
)

// Promise: a browser that is closed in the middle of a word has the whole word, although it told the page nothing in time.
for (const mode of ['personal', 'protected'] as const)
  test(
    `what was typed last is offered whole when a browser was closed in the middle of it, ${mode}`,
    SLICED,
    async ({ ownServer: { url }, newDevice }) => {
      const device = await newDevice('corretor')
      const app = await App.signedIn(await device.open(), url, 'corretor')
      if (mode === 'protected') await protect(app)
      await app.goTo('/lead')
      const form = new LeadForm(app.page)
      await form.fill({ Nome: 'Zulmira do Rascunho' })
      await expect(app.page.getByText(/^Rascunho guardado às/)).toBeVisible()
      const street = 'Rua das Flores Amarelas'
      await form.field('Rua').focus()
      await app.page.keyboard.type(street, { delay: 20 })
      // The page goes in the background, and the browser ends before it has run what the page has for its end.
      await app.page.goto('about:blank')
      await device.close()

      const context = await device.open()
      const again = mode === 'protected' ? await unlocked(context, url) : await App.open(context, url)
      await again.goTo('/lead')
      await again.page.getByRole('button', { name: 'Continuar', exact: true }).click()
      const offered = new LeadForm(again.page)
      await expect(offered.field('Nome')).toHaveValue('Zulmira do Rascunho')
      await expect(offered.field('Rua')).toHaveValue(street)
    },
  )
