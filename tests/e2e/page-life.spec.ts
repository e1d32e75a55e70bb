/**
 * A hidden page holds nothing that other pages need; restored, it shows their changes and continues. Playwright loses a
 * page that comes out of Chromium's own cache, so these tests dispatch the browser's events instead. `npm run
 * test:browsers` uses the real cache.
 */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { LeadForm } from './support/lead-form.ts'
import { capturable } from './support/leads.ts'
import { protect, unlocked } from './support/protection.ts'
import { Rest, type RestLead } from './support/rest.ts'
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

// Promise: a page that the browser freezes or caches holds back no other, and shows nothing older than the device, or after a sign-out.
test(
  'a frozen tab and a page from the cache leave the sync to others, and show what changed when they are back',
  SLICED,
  async ({ ownServer: { url }, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const rest = await Rest.signIn(url, 'corretor')
    const target = await capturable(rest)
    const first = await App.signedIn(context, url, 'corretor')
    await first.find(target.id)
    const isTaken = (lead: RestLead) =>
      expect(first.card(lead.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()

    await test.step('frozen', async () => {
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
      await isTaken(target)
      await second.page.close()
      await first.settled()
    })

    await test.step('in the cache', async () => {
      const other = await capturable(rest)
      await first.find(other.id)
      await tell(first.page, 'pagehide')
      await expect.poll(() => held(first.page)).toEqual([])
      expect((await rest.call('PUT', `/capture-lead/${other.id}`)).status).toBe(200)
      await tell(first.page, 'pageshow')
      await isTaken(other)
      await first.settled()
      await expect.poll(() => held(first.page)).toContainEqual(expect.stringMatching(/^farol-sync-/))
    })

    await test.step('in the cache while the user signs out elsewhere', async () => {
      await tell(first.page, 'pagehide')
      const other = await App.open(context, url)
      await other.settled()
      await other.signOut()
      await other.page.close()
      await tell(first.page, 'pageshow')
      await expect(first.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
      expect(leadUidsIn(await storedIn(first.page), await rest.userId())).toEqual([])
    })
  },
)

// Promise: a browser that is closed in the middle of a word has the whole word, although it told the page nothing in time.
test(
  'what was typed last is offered whole when a browser was closed in the middle of it, also on a protected device',
  SLICED,
  async ({ ownServer: { url }, newDevice }) => {
    const device = await newDevice('corretor')
    let app = await App.signedIn(await device.open(), url, 'corretor')
    const typesAndCloses = async (street: string) => {
      await new LeadForm(app.page).field('Rua').focus()
      await app.page.keyboard.type(street, { delay: 20 })
      // The page goes in the background, and the browser ends before it has run what the page has for its end.
      await app.page.goto('about:blank')
      await device.close()
    }
    const isOffered = async (street: string) => {
      await app.goTo('/lead')
      await app.page.getByRole('button', { name: 'Continuar', exact: true }).click()
      const offered = new LeadForm(app.page)
      await expect(offered.field('Nome')).toHaveValue('Zulmira do Rascunho')
      await expect(offered.field('Rua')).toHaveValue(street)
    }

    await app.goTo('/lead')
    await new LeadForm(app.page).fill({ Nome: 'Zulmira do Rascunho' })
    await expect(app.page.getByText(/^Rascunho guardado às/)).toBeVisible()
    await typesAndCloses('Rua das Flores Amarelas')
    app = await App.open(await device.open(), url)
    await isOffered('Rua das Flores Amarelas')

    await protect(app)
    await isOffered('Rua das Flores Amarelas')
    await typesAndCloses(' e Azuis')
    app = await unlocked(await device.open(), url)
    await isOffered('Rua das Flores Amarelas e Azuis')
  },
)
