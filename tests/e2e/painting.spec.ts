/** The kept painting: what a start shows before any code of the app. docs/architecture.md#the-first-painting */
import type { BrowserContext, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

declare global {
  interface Window {
    /** The app's entry, which `holdApp` has kept from running. */
    heldEntry?: HTMLScriptElement
  }
}

/** Runs before the page's own script: the app's code is asked for and does not run, so that its first painting stays. */
function holdApp(): void {
  Element.prototype.append = function (...nodes) {
    const others = nodes.filter((node) => {
      if (!(node instanceof HTMLScriptElement) || node.type !== 'module') return true
      window.heldEntry = node
      return false
    })
    for (const node of others) this.appendChild(node instanceof Node ? node : new Text(node))
  }
}

/** A new page of the app whose code is held back. Resolves when its painting is there, or decided against. */
async function start(context: BrowserContext, url: string, before?: () => void): Promise<Page> {
  const page = await context.newPage()
  if (before !== undefined) await page.addInitScript(before)
  await page.addInitScript(holdApp)
  await page.goto(url)
  await page.waitForFunction(() => window.heldEntry !== undefined)
  return page
}

const letRun = (page: Page) =>
  page.evaluate(() => {
    const held = window.heldEntry
    if (held !== undefined) document.head.appendChild(held)
  })

/** Whether React has replaced the painting. */
const runs = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('article') ?? {}).some((key) => key.startsWith('__react')),
  )

/** When the painting was kept, by local storage; null: there is none. */
const keptAt = (page: Page, side: 'wide' | 'tall' = 'wide') =>
  page.evaluate((name): number | null => {
    const hint: { keptAt: number } | null = JSON.parse(
      localStorage.getItem(`farol_painting_${name}`) ?? 'null',
    )
    return hint?.keptAt ?? null
  }, side)

const isKept = (page: Page, since: number, side: 'wide' | 'tall' = 'wide') =>
  expect.poll(async () => (await keptAt(page, side)) ?? 0, { timeout: 30_000 }).toBeGreaterThan(since)

const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('aside, header, [role=tab], article, article h3, article button')].flatMap(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        // What is below the window is no part of a painting.
        return y >= window.innerHeight ? [] : `${element.tagName} ${x} ${y} ${width} ${height}`
      },
    ),
  )

// Promise: a start shows the cards before any code of the app runs; React draws the same, a tap before it is done once, and a
// start that may have no painting begins without.
test(
  'a start shows the kept cards, React draws the same boxes, and a tap between is done once',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const rest = await Rest.signIn(server.url, 'corretor')
    // Its board is at rest long enough.
    const app = await App.signedIn(context, server.url, 'corretor')
    await isKept(app.page, 0)
    const first = await app.page.getByRole('article').first().getAttribute('aria-label')

    await test.step('the same boxes', async () => {
      const page = await start(context, app.url)
      const card = page.getByRole('article', { name: first ?? '', exact: true })
      await expect(card).toBeVisible()
      await expect(page.getByTestId('connection')).toBeHidden()
      await expect(page.getByTestId('connection')).not.toContainText('Conectado')
      expect(await page.locator('article time').first().getAttribute('title')).toBeNull()
      const before = await boxes(page)
      expect(before.length).toBeGreaterThan(30)
      await letRun(page)
      await runs(page)
      expect(await boxes(page)).toEqual(before)
      await page.close()
    })

    await test.step('in the dark it is dark', async () => {
      const bright = await app.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      await app.page.emulateMedia({ colorScheme: 'dark' })
      const ground = () => app.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      await expect.poll(ground).not.toBe(bright)
      const dark = await ground()
      const page = await context.newPage()
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.addInitScript(holdApp)
      await page.goto(app.url)
      await expect(page.getByRole('article').first()).toBeVisible()
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
      await page.close()
      await app.page.emulateMedia({ colorScheme: null })
    })

    await test.step('a lead is opened', async () => {
      const page = await start(context, app.url)
      await page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^Ver lead/ })
        .click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await letRun(page)
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await page.close()
    })

    await test.step('a hidden tab, and a full storage', async () => {
      const hidden = await context.newPage()
      await hidden.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
      await hidden.goto(app.url)
      await expect(hidden.getByRole('article').first()).toBeVisible()
      expect(await hidden.evaluate(() => document.documentElement.dataset.painting)).toBeUndefined()
      await hidden.close()
      const full = await context.newPage()
      await full.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await full.goto(app.url)
      await expect(full.getByRole('article').first()).toBeVisible()
      await expect(full.getByTestId('connection')).toContainText('Conectado')
      await full.close()
    })

    await test.step('a capture is asked at once, and done by the app', async () => {
      const page = await start(context, app.url)
      const button = page.getByRole('button', { name: 'Capturar esse Lead' }).first()
      const card = await page.getByRole('article').filter({ has: button }).first().getAttribute('aria-label')
      const id = Number(/\d+/.exec(card ?? '')?.[0])
      await button.click()
      const question = page.getByRole('dialog', { name: 'Capturar lead' })
      await expect(question).toContainText(`Tem certeza que deseja capturar o lead ${id}?`)
      await question.getByRole('button', { name: 'Continuar' }).click()
      await expect(question).toHaveCount(0)
      expect((await rest.lead(id)).state).toBe(1)
      await letRun(page)
      await expect(page.getByText('Lead capturada com sucesso', { exact: true })).toBeVisible()
      await expect.poll(async () => (await rest.lead(id)).state).toBe(2)
      await expect(page.getByRole('dialog', { name: new RegExp(`^Lead ${id} `) })).toHaveCount(1)
      await page.close()
    })

    await test.step('turned there and back it keeps both', async () => {
      await app.page.setViewportSize({ width: 820, height: 1180 })
      await isKept(app.page, 0, 'tall')
      await app.page.setViewportSize({ width: 1180, height: 820 })
      expect(await keptAt(app.page, 'tall')).not.toBeNull()
    })

    await test.step('not with another token, nor where the day comes first, nor after a sign-out', async () => {
      const cards = async () => {
        const begun = await start(context, app.url)
        const count = await begun.getByRole('article').count()
        await begun.close()
        return count
      }
      await app.page.setViewportSize({ width: 1440, height: 900 })
      await isKept(app.page, Date.now() - 1000)
      expect(await cards()).toBeGreaterThan(0)
      const setToken = (token: string) =>
        app.page.evaluate((next) => {
          const before = localStorage.getItem('farol_token') ?? ''
          localStorage.setItem('farol_token', next)
          return before
        }, token)
      const token = await setToken('another')
      expect(await cards()).toBe(0)
      await setToken(token)
      expect(await cards()).toBeGreaterThan(0)
      const dayFirst = `farol_start_${await rest.userId()}`
      await app.page.evaluate((key) => localStorage.setItem(key, 'hoje'), dayFirst)
      expect(await cards()).toBe(0)
      await app.page.evaluate((key) => localStorage.removeItem(key), dayFirst)
      await app.signOut()
      expect(await keptAt(app.page)).toBeNull()
      expect(await cards()).toBe(0)
    })
  },
)
