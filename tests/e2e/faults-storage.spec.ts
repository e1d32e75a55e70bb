/** The disk is full, or the browser clears the site while a queue waits. */
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { addressIn, frontTo } from './support/front.ts'
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

/** Deletes databases and caches and keeps local storage, as a browser short of space does. */
async function evict(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers'
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

// Promise: the queue outlives a browser that clears the site.
test(
  'the queue survives when the browser clears the site, and the app shows a message',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const broker = await brokerWithLead(sharedServer, newDevice)
    const { rest, target, device } = broker
    const before = (await rest.history(target.id)).length
    const front = await frontTo(sharedServer.url)
    let { context, app } = broker
    // The server refuses pushes but answers pulls.
    front.impostor = (path) =>
      path.startsWith('/api/sync/push')
        ? { status: 503, type: 'text/plain', body: 'Service Unavailable' }
        : null
    await app.capture(target.id)
    await app.closeDialogs()
    await app.setServiceStatus(target.id, 'Em atendimento')
    await expect(app.connection()).toHaveText(/2 pendentes/)
    await device.close()

    context = await device.open()
    await evict(context, sharedServer.url)
    app = await App.open(context, sharedServer.url)
    await expect(app.page.getByText(/O navegador apagou os dados do Farol neste aparelho/)).toBeVisible()
    await expect(app.page.getByText(/As 2 alterações que esperavam envio foram recuperadas/)).toBeVisible()
    await expect(app.connection()).toHaveText(/2 pendentes/)

    front.impostor = null
    await app.syncNow()
    await app.settled()
    const commands = await rest.history(target.id)
    expect(commands.slice(0, commands.length - before)).toEqual(['lead.setServiceStatus', 'lead.capture'])
  },
)
