/** A protected device: locked at each start and after minutes without use, opened by password, passkey and PIN. */
import { addAuthenticator } from '../../scripts/virtual-authenticator.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import {
  choose,
  databases,
  keyrings,
  lock,
  lockScreen,
  PASSWORD,
  protect,
  unlock,
} from './support/protection.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { markShared } from './support/shared-tablet.ts'
import { type Device, expect, SLICED, stopServiceWorkers, test } from './support/test.ts'

const LOOK = { width: 390, scheme: 'light' } as const

async function protectedApp(device: Device, url: string, login: string): Promise<App> {
  const app = await App.signedIn(await device.open(), url, login)
  await protect(app)
  return app
}

// Promise: a protected device asks for the password at each start of the browser, and at no reload.
test('a protected device is locked after a restart, and its password opens it without a network', async ({
  ownServer,
  newDevice,
}) => {
  const device = await newDevice('corretor')
  const app = await protectedApp(device, ownServer.url, 'corretor')
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

// Promise: a lock reaches every tab, and whoever takes the tablet next has a store of the own.
test(
  "'Bloquear' locks every tab, and two users share a tablet with a store and a password each",
  SLICED,
  async ({ ownServer, newDevice }) => {
    const device = await newDevice('corretor')
    const app = await protectedApp(device, ownServer.url, 'corretor')
    const { page } = app
    const other = await App.open(page.context(), ownServer.url)
    await other.ready()
    await lock(app)
    await expect(lockScreen(other.page)).toBeVisible()
    await other.page.reload()
    await expect(lockScreen(other.page)).toBeVisible()
    await other.page.close()
    await unlock(page)
    await app.ready()

    await choose(app, 'Trocar usuário')
    await expect(lockScreen(page)).toBeVisible()
    await page.getByRole('link', { name: 'Entrar com outra conta' }).click()
    await app.signIn('gerente')
    await app.ready()
    // Nobody asked for it: where one user's data is sealed, everybody's is.
    expect((await databases(page)).filter((name) => /^farol-\d+$/.test(name))).toEqual([])
    expect((await keyrings(page)).filter((name) => name.startsWith('keyring-'))).toHaveLength(2)
    await choose(app, 'Trocar usuário')
    await expect(page.getByText('Quem vai usar este aparelho?')).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveCount(2)
  },
)

// Promise: the secret of a real authenticator opens the keyring.
test('a passkey with prf opens the device besides the password', SLICED, async ({ ownServer, newDevice }) => {
  const device = await newDevice('corretor')
  const app = await protectedApp(device, ownServer.url, 'corretor')
  const { page } = app
  await page.setViewportSize({ width: LOOK.width, height: 844 })
  await addAuthenticator(page, { hasPrf: true })
  await page.getByRole('button', { name: 'Desbloquear com digital' }).click()
  const dialog = page.getByRole('dialog', { name: 'Desbloquear com digital' })
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('button', { name: 'Remover digital' })).toBeVisible()
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Bloquear' }).click()
  await page.getByRole('button', { name: 'Desbloquear com digital' }).click()
  await app.ready()
})

// Promise: a device that nobody uses locks itself, whatever its clock says.
test(
  'ten minutes without use lock the device, and so does a clock that was set back',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const device = await newDevice()
    const app = await protectedApp(device, url, 'corretor')
    const { page } = app
    const setLastUse = (agoMs: number) =>
      page.evaluate((ms) => localStorage.setItem('farol_last_use', String(Date.now() - ms)), agoMs)
    for (const agoMs of [10 * 60_000, -10 * 60_000]) {
      await setLastUse(agoMs)
      await expect(lockScreen(page)).toBeVisible({ timeout: 15_000 })
      await unlock(page)
      await app.ready()
    }
  },
)
