/** A protected device: locked at each start of the browser, and at no reload. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { databases, lockScreen, protect, unlock } from './support/protection.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { markShared } from './support/shared-tablet.ts'
import { expect, SLICED, stopServiceWorkers, test } from './support/test.ts'

const LOOK = { width: 390, scheme: 'light' } as const

// Promise: a protected device asks for the password at each start of the browser, and at no reload.
test('a protected device is locked after a restart, and its password opens it without a network', async ({
  ownServer,
  newDevice,
}) => {
  const device = await newDevice('corretor')
  const app = await App.signedIn(await device.open(), ownServer.url, 'corretor')
  await protect(app)
  expect(await app.page.evaluate(() => localStorage.getItem('farol_token'))).toBe('sealed')
  const names = await databases(app.page)
  expect(names.some((name) => /^farol-p-\d+$/.test(name))).toBe(true)
  expect(names.some((name) => /^farol-\d+$/.test(name))).toBe(false)
  await app.goTo('/')
  await expect(app.page.getByRole('article').first()).toBeVisible()
  await stopServiceWorkers(app.page)
  await app.page.reload()
  await expect(app.page.getByRole('article').first().or(lockScreen(app.page))).toBeVisible()
  await expect(lockScreen(app.page)).toBeHidden()
  await device.close()

  const context = await device.open()
  const { page } = await App.open(context, ownServer.url)
  await expect(lockScreen(page)).toBeVisible()
  await expect(page).toHaveTitle('Farol bloqueado')
  await isInOrderInEveryLook(page, 'the lock screen', LOOK)
  await context.setOffline(true)
  await unlock(page, 'outra senha qualquer')
  await expect(page.getByRole('alert')).toContainText('Senha incorreta')
  await unlock(page)
  await expect(page.getByRole('article').first()).toBeVisible()
})

// Promise: the keys outlive a reload also before the first service worker is there.
test(
  'a page that is loaded again while the first service worker is being installed asks for no password',
  SLICED,
  async ({ ownServer, newDevice }) => {
    const proxy = await Proxy.to(ownServer.port)
    const rest = await Rest.signIn(ownServer.url, 'corretor')
    await markShared(ownServer.url, await rest.userId())
    const isLate = (path: string) => path.startsWith('/icon-512.png')
    proxy.line = (path) => (isLate(path) ? { latencyMs: 600_000, bytesPerSecond: 1, breaksAfter: 1 } : null)
    const device = await newDevice()
    const app = await App.open(await device.open(), proxy.url)
    await app.signIn('corretor')
    await expect(app.page.getByRole('article').first()).toBeVisible()
    await app.page.reload()
    const isInstalling = async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration !== undefined && registration.installing !== null
    }
    await expect(app.page.getByRole('article').first().or(lockScreen(app.page))).toBeVisible()
    expect(await app.page.evaluate(isInstalling)).toBe(true)
    await expect(lockScreen(app.page)).toBeHidden()
    await device.close()
    await proxy.close()
  },
)
