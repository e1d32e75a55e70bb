/** The disk is full, or the browser clears the site while a queue waits. */
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { addressIn, frontTo } from './support/front.ts'
import { Proxy } from './support/proxy.ts'
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

test(
  'a full disk is reported at the sign-in, in a first sync, and after the browser has cleared the site',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    test.slow()
    const proxy = await Proxy.to(sharedServer.port)
    // The session starts, but no lead arrives yet.
    proxy.impostor = (path) =>
      path.startsWith('/api/sync') ? { status: 503, type: 'text/plain', body: 'Service Unavailable' } : null
    const device = await newDevice()
    let context = await device.open()
    let app = await App.open(context, proxy.url)
    await app.page.getByLabel('Login', { exact: true }).waitFor()
    await device.close()

    context = await device.open()
    let makeRoom = await fillDisk(context, proxy.url)
    app = await App.open(context, proxy.url)
    await app.signIn('corretor')
    const full = app.page.locator('form').getByRole('alert')
    await expect(full).toContainText('O armazenamento deste aparelho está cheio')
    // The device had no data of this user before: the message does not claim that it was kept.
    await expect(full).not.toContainText('nada do que já estava salvo')
    await expect(app.page.getByRole('button', { name: 'Entrar' })).toBeEnabled()
    await makeRoom()
    // Until the browser checks its free space again.
    const enter = app.page.getByRole('button', { name: 'Entrar' })
    await expect(async () => {
      if (await enter.isVisible()) await enter.click({ timeout: 5000 })
      await expect(enter).toHaveCount(0, { timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    await expect(app.page.getByText(/Preparando seus leads|O servidor não respondeu/)).toBeVisible()
    await device.close()

    context = await device.open()
    makeRoom = await fillDisk(context, proxy.url)
    proxy.impostor = null
    app = await App.open(context, proxy.url)
    await expect(app.page.getByText(/O armazenamento deste aparelho está cheio/)).toBeVisible()
    await makeRoom()
    await expect(app.page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible({
      timeout: 90_000,
    })
    await app.settled()
    await device.close()

    // The browser has cleared the site: only the token identifies the user, and the server cannot be asked.
    context = await device.open()
    await evict(context, proxy.url)
    proxy.impostor = (path) =>
      path.startsWith('/api') ? { status: 503, type: 'text/plain', body: 'Service Unavailable' } : null
    app = await App.open(context, proxy.url)
    await expect(app.page.getByText(/Sem resposta do servidor/)).toBeVisible()
    // Now it can be asked, but there is no free space yet.
    proxy.impostor = null
    makeRoom = await fillDisk(context, proxy.url)
    await app.page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(app.page.getByText(/O armazenamento deste aparelho está cheio/)).toBeVisible()
    await makeRoom()
    const reload = app.page.getByRole('button', { name: 'Recarregar' })
    await expect(async () => {
      if (await reload.isVisible()) await reload.click({ timeout: 5000 })
      // The message stays away only when the disk counts as free again.
      await app.page.waitForTimeout(2000)
      await expect(reload).toHaveCount(0, { timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await expect(app.page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible({
      timeout: 60_000,
    })
    await app.settled()
    await proxy.close()
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
