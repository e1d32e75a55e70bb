/** A protected device that is locked or was cleared: what waited is sent, and an order to erase is obeyed without a page. */
import type { BrowserContext, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { addressIn, frontTo } from './support/front.ts'
import { databases, keyrings, lock, lockScreen, PASSWORD, protect } from './support/protection.ts'

import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

/** Protects the device and goes back to the board. */
async function protectAtBoard(app: App): Promise<void> {
  await protect(app)
  await app.goTo('/')
  await app.ready()
}

/** Whether a sealed request lies on the device. */
const hasSealedPush = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const name = names.find((each) => each.startsWith('farol-p-'))
    if (name === undefined) return false
    const opening = indexedDB.open(name)
    return new Promise<boolean>((resolve, reject) => {
      opening.onerror = () => reject(opening.error ?? new Error('open'))
      opening.onsuccess = () => {
        const asked = opening.result.transaction('meta').objectStore('meta').get('sealedPush')
        asked.onsuccess = () => {
          opening.result.close()
          resolve(asked.result !== undefined)
        }
      }
    })
  })

const left = async (page: Page) => [
  ...(await keyrings(page)),
  ...(await databases(page)).filter((name) => name.startsWith('farol-p-')),
]

// Promise: the service worker of a locked device sends what waits, without the keys.
test(
  'what waited when the device was locked is sent without a page',
  SLICED,
  async ({ ownServer, newDevice }) => {
    test.slow()
    const { rest, target, context, app } = await brokerWithLead(ownServer, newDevice)
    const { page } = app
    await protectAtBoard(app)
    await context.setOffline(true)
    await app.capture(target.id)
    await app.closeDialogs()
    await expect(app.connection()).toHaveText(/1 pendente/)
    await expect.poll(() => hasSealedPush(page)).toBe(true)
    await lock(app)
    await expect(page.getByText('1 alteração por enviar')).toBeVisible()

    await context.setOffline(false)
    await app.backgroundSync()
    await expect.poll(async () => (await rest.lead(target.id)).state).toBe(2)
    await page.reload()
    await expect(lockScreen(page)).toBeVisible()
    await expect(page.getByText('1 alteração por enviar')).toHaveCount(0)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Desbloquear', exact: true }).click()
    // The unlocked device learns the answer by the same key.
    await app.settled()
  },
)

// Promise: the service worker of a locked device erases it by order.
test('a locked device obeys an order to erase without a page', SLICED, async ({ ownServer, newDevice }) => {
  const { app } = await brokerWithLead(ownServer, newDevice)
  const { page } = app
  await protectAtBoard(app)
  const admin = await (await Rest.signIn(ownServer.url, 'admin')).confirmed()
  const device = async () => {
    const { body } = await admin.call('GET', '/devices')
    const { data } = body as { data: { id: string; mode: string | null; erase: { state: string } | null }[] }
    return data.find(({ mode }) => mode === 'protected')
  }
  // The unlocked device reports its mode some seconds after it has synced.
  await expect.poll(device, { timeout: 60_000 }).toBeDefined()
  await lock(app)
  // A page of the site without the app: the lock screen asks for orders, too.
  await app.goTo('/favicon.svg')
  const { id } = (await device()) ?? { id: '' }
  expect((await admin.call('POST', `/devices/${id}/erase`, { loses_waiting: true })).status).toBe(200)
  expect((await device())?.erase?.state).toBe('requested')
  await app.backgroundSync()
  await expect.poll(async () => (await device())?.erase?.state).toBe('confirmed')
  await expect(async () => expect(await left(page)).toEqual([])).toPass()
  await app.goTo('/')
  await expect(page.getByText(/Este aparelho foi apagado a pedido de/)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /_\d+(_|$)/.test(key)))).toEqual(
    [],
  )
})

/** Deletes databases, files and caches and keeps local storage, as a browser short of space does. */
async function evict(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
  await cdp.send('Storage.clearDataForOrigin', { origin: await addressIn(context, url), storageTypes })
  await page.close()
}

// Promise: the queue of a protected device outlives a browser that takes keyring and databases.
test(
  'the queue survives when the browser takes keyring and databases of a protected device',
  SLICED,
  async ({ ownServer, newDevice }) => {
    test.slow()
    const { rest, target, device, app } = await brokerWithLead(ownServer, newDevice)
    const front = await frontTo(ownServer.url)
    await protectAtBoard(app)
    front.impostor = (path) =>
      path.startsWith('/api/sync/push')
        ? { status: 503, type: 'text/plain', body: 'Service Unavailable' }
        : null
    await app.capture(target.id)
    await app.closeDialogs()
    await expect(app.connection()).toHaveText(/1 pendente/)
    await expect
      .poll(() => app.page.evaluate(() => JSON.stringify(localStorage)))
      .toMatch(/farol_queue_\d+.*recovery/)
    await device.close()

    const context = await device.open()
    await evict(context, ownServer.url)
    const again = await App.open(context, ownServer.url)
    expect(await left(again.page)).toEqual([])
    await again.signIn('corretor')
    await expect(again.page.getByText(/O navegador apagou os dados do Farol neste aparelho/)).toBeVisible({
      timeout: 60_000,
    })
    await expect(again.connection()).toHaveText(/1 pendente/)
    front.impostor = null
    await again.syncNow()
    await again.settled()
    expect((await rest.lead(target.id)).state).toBe(2)
    expect((await left(again.page)).filter((name) => name.startsWith('keyring-'))).toHaveLength(1)
  },
)
