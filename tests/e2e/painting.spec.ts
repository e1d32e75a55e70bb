/** The kept painting: what a start shows before any code of the app. docs/architecture.md#the-first-painting */
import type { BrowserContext, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
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

/** A broker's device whose board was at rest long enough. */
async function aPaintedDevice(context: BrowserContext, url: string) {
  const rest = await Rest.signIn(url, 'corretor')
  const userId = await rest.userId()
  const app = await App.signedIn(context, url, 'corretor')
  await isKept(app.page, 0)
  return { rest, userId, app }
}

/** Changes a record by `change`, a function as text, and returns the record as it was. */
const changeRecord = (page: Page, database: string, store: string, key: string, change: string) =>
  page.evaluate(
    async ({ database, store, key, change }) => {
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('request'))
        })
      const db = await done(indexedDB.open(database))
      const objects = db.transaction(store, 'readwrite').objectStore(store)
      const record = await done(objects.get(key))
      const changed = structuredClone(record)
      // The policy of the page forbids code from texts: a path and a value.
      const { path, value } = JSON.parse(change)
      const last = path.at(-1)
      const place = path.slice(0, -1).reduce((at: object, name: string) => Reflect.get(at, name), changed)
      Reflect.set(place, last, value)
      await done(objects.put(changed))
      db.close()
      return JSON.stringify(record)
    },
    { database, store, key, change },
  )

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

// Promise: a start shows the cards before any code of the app runs, and what React draws afterwards lies where they lay.
test(
  'a start shows the kept cards, and React draws the same boxes',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const { app } = await aPaintedDevice(context, server.url)
    const first = await app.page.getByRole('article').first().getAttribute('aria-label')

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

    await test.step('turned there and back it keeps both', async () => {
      await app.page.setViewportSize({ width: 820, height: 1180 })
      await isKept(app.page, 0, 'tall')
      await app.page.setViewportSize({ width: 1180, height: 820 })
      expect(await keptAt(app.page, 'tall')).not.toBeNull()
    })
  },
)

// Promise: what is shown before the app's code is never of another session, user, role, build or day than now.
test('nothing is shown that is not true now', SLICED, async ({ server, newDevice }) => {
  const context = await (await newDevice('corretor')).open()
  const { app, rest, userId } = await aPaintedDevice(context, server.url)
  // A page of the site without the app, which would keep another painting.
  await app.page.goto(`${app.url}/favicon.svg`)
  const { page } = app

  const cards = async () => {
    const begun = await start(context, app.url)
    const count = await begun.getByRole('article').count()
    await begun.close()
    return count
  }
  expect(await cards()).toBeGreaterThan(0)

  const session = ['farol-device', 'session', 'current'] as const
  const painting = [`farol-${userId}`, 'meta', 'paintingWide'] as const
  const past = Date.now() - 1000
  const changes = [
    [...session, ['expired'], true],
    [...session, ['revoked'], true],
    [...session, ['erase'], { by: null }],
    [...session, ['contact'], { at: past - 2 * 86_400_000, seen: past, days: 1 }],
    [...session, ['user', 'name'], 'Outro nome'],
    [...session, ['user', 'id'], userId + 1],
    [...painting, ['value', 'trueUntil'], past],
    [...painting, ['value', 'build'], 'another'],
    [...painting, ['value', 'seq'], 999_999],
  ] as const
  for (const [database, store, key, path, value] of changes)
    await test.step(path.join('.'), async () => {
      const before = JSON.parse(
        await changeRecord(page, database, store, key, JSON.stringify({ path, value })),
      )
      const [name = ''] = path.slice(0, 1)
      expect(await cards()).toBe(0)
      const back = JSON.stringify({ path: [name], value: before[name] })
      await changeRecord(page, database, store, key, back)
    })

  await test.step('another token', async () => {
    const token = await page.evaluate(() => {
      const before = localStorage.getItem('farol_token') ?? ''
      localStorage.setItem('farol_token', 'another')
      return before
    })
    expect(await cards()).toBe(0)
    await page.evaluate((before) => localStorage.setItem('farol_token', before), token)
  })

  await test.step("a start page of one's own", async () => {
    await page.evaluate((id) => localStorage.setItem(`farol_start_${id}`, 'hoje'), userId)
    expect(await cards()).toBe(0)
    await page.evaluate((id) => localStorage.removeItem(`farol_start_${id}`), userId)
  })

  await test.step('a lead that somebody else has changed, while another screen is open', async () => {
    await app.goTo('/sincronizacao')
    await app.settled()
    const target = await capturable(rest)
    expect((await rest.call('PUT', `/capture-lead/${target.id}`)).status).toBe(200)
    await app.syncNow()
    const has = () =>
      changeRecord(page, ...painting, JSON.stringify({ path: ['value', 'seen'], value: true })).then(
        () => true,
        () => false,
      )
    await expect.poll(has).toBe(false)
    expect(await cards()).toBe(0)
  })

  await test.step('a sign-out', async () => {
    await app.goTo('/')
    await isKept(app.page, Date.now() - 1000)
    expect(await cards()).toBeGreaterThan(0)
    await app.signOut()
    expect(await keptAt(app.page)).toBeNull()
    expect(await cards()).toBe(0)
  })
})

// Promise: a tap before the app's code is done once, and a capture that was answered early captures once.
test('taps on the painting are kept, and done once', SLICED, async ({ server, newDevice }) => {
  const context = await (await newDevice('corretor')).open()
  const { app, rest } = await aPaintedDevice(context, server.url)

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

  await test.step('a card that is gone: nothing', async () => {
    const page = await start(context, app.url)
    await page.evaluate(() => document.querySelector('article')?.setAttribute('data-uid', 'gone'))
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Ver lead/ })
      .click()
    await letRun(page)
    await runs(page)
    await expect(page.getByTestId('connection')).toContainText('Conectado')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.close()
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

  await test.step('a question that is cancelled captures nothing', async () => {
    await isKept(app.page, (await keptAt(app.page)) ?? 0)
    const page = await start(context, app.url)
    await page.getByRole('button', { name: 'Capturar esse Lead' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await letRun(page)
    await runs(page)
    await expect(page.getByTestId('connection')).toContainText('Conectado')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.close()
  })
})

// Promise: a start that can have no painting begins as it always did.
test('a hidden tab and a full storage start', SLICED, async ({ server, newDevice }) => {
  const context = await (await newDevice('corretor')).open()
  const { app } = await aPaintedDevice(context, server.url)

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
})
