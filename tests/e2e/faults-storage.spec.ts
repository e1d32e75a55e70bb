/** The disk is full, or the browser clears the site while a queue waits. */
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { addressIn, frontTo } from './support/front.ts'
import { keyrings, protect } from './support/protection.ts'
import { expect, SLICED, test } from './support/test.ts'

/** Fills the site's storage from a page beside the app; returns a function that frees it again. */
async function fillDisk(context: BrowserContext, url: string): Promise<() => Promise<void>> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const origin = await addressIn(context, url)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  return async () => {
    await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  }
}

/** Deletes databases, files and caches and keeps local storage, as a browser short of space does. */
async function evict(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
  await cdp.send('Storage.clearDataForOrigin', { origin: await addressIn(context, url), storageTypes })
  await page.close()
}

// Promise: a disk that the browser calls full takes no command silently.
test(
  'on a full disk a command fails with a message and stores nothing; with free space it works again',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const broker = await brokerWithLead(sharedServer, newDevice)
    const { rest, target, device } = broker
    let { context, app } = broker
    await device.close()

    // A running browser remembers its free space for half a minute.
    context = await device.open()
    const makeRoom = await fillDisk(context, sharedServer.url)
    app = await App.open(context, sharedServer.url)
    const card = await app.find(target.id)
    await card.getByRole('button', { name: 'Capturar esse Lead' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await expect(app.page.getByText(/O armazenamento deste aparelho está cheio/)).toBeVisible()
    await expect(app.connection()).not.toHaveText(/pendente/)
    expect((await rest.lead(target.id)).state).toBe(1)

    await makeRoom()
    await app.closeDialogs()
    // Until the browser checks its free space again.
    await expect(async () => {
      await app.capture(target.id)
    }).toPass({ timeout: 60_000 })
    await app.settled()
    expect((await rest.lead(target.id)).state).toBe(2)
  },
)

// Promise: the queue outlives a browser that clears the site, also one that takes keyring and databases of a protected device.
test(
  'the queue survives when the browser clears the site, and the app shows a message',
  SLICED,
  async ({ ownServer: { url }, newDevice }) => {
    const { rest, target, device, app: before } = await brokerWithLead({ url }, newDevice)
    const history = (await rest.history(target.id)).length
    const front = await frontTo(url)
    // The server refuses pushes but answers pulls.
    const refusesPushes = () => {
      front.impostor = (path) =>
        path.startsWith('/api/sync/push')
          ? { status: 503, type: 'text/plain', body: 'Service Unavailable' }
          : null
    }
    const opensCleared = async () => {
      await device.close()
      const context = await device.open()
      await evict(context, url)
      return App.open(context, url)
    }
    const isRecovered = (app: App) =>
      expect(app.page.getByText(/O navegador apagou os dados do Farol neste aparelho/)).toBeVisible({
        timeout: 60_000,
      })
    const sends = async (app: App) => {
      front.impostor = null
      await app.syncNow()
      await app.settled()
    }
    refusesPushes()
    await before.capture(target.id)
    await before.closeDialogs()
    await before.setServiceStatus(target.id, 'Em atendimento')
    await expect(before.connection()).toHaveText(/2 pendentes/)

    const app = await opensCleared()
    await isRecovered(app)
    await expect(app.page.getByText(/As 2 alterações que esperavam envio foram recuperadas/)).toBeVisible()
    await expect(app.connection()).toHaveText(/2 pendentes/)
    await sends(app)

    await test.step('a protected device', async () => {
      await protect(app)
      await app.goTo('/')
      await app.ready()
      refusesPushes()
      await app.clearServiceStatus(target.id)
      await expect(app.connection()).toHaveText(/1 pendente/)
      await expect
        .poll(() => app.page.evaluate(() => JSON.stringify(localStorage)))
        .toMatch(/farol_queue_\d+.*recovery/)
      const again = await opensCleared()
      expect(await keyrings(again.page)).toEqual([])
      await again.signIn('corretor')
      await isRecovered(again)
      await expect(again.connection()).toHaveText(/1 pendente/)
      await sends(again)
      expect((await keyrings(again.page)).filter((name) => name.startsWith('keyring-'))).toHaveLength(1)
    })
    const commands = await rest.history(target.id)
    expect(commands.slice(0, commands.length - history)).toEqual([
      'lead.setServiceStatus',
      'lead.setServiceStatus',
      'lead.capture',
    ])
  },
)
