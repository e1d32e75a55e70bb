/** A sign-out that the server does not hear of: it hears of it at the next contact, whoever works there by then. */
import type { BrowserContext } from '@playwright/test'
import { App } from './support/app.ts'
import { storedIn } from './support/storage.ts'
import { expect, test } from './support/test.ts'

const tokenOn = (app: App) => app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')

/** How the server answers to whoever holds this token. */
const statusOf = async (url: string, token: string) =>
  (await fetch(`${url}/api/tokenconfirm`, { headers: { authorization: `Bearer ${token}` } })).status

const endingsOn = async (app: App) => (await storedIn(app.page)).databases['farol-device/endings'] ?? []

async function signedIn(context: BrowserContext, url: string, login: string): Promise<App> {
  const app = await App.open(context, url)
  await app.signIn(login)
  await app.ready()
  return app
}

test('a sign-out without a network ends the session on the server once another user signs in there', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open()
  const app = await signedIn(context, url, 'corretor')
  const token = await tokenOn(app)
  await context.setOffline(true)
  await app.signOut()
  expect(await statusOf(url, token)).toBe(200)
  const kept = await endingsOn(app)
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(await storedIn(app.page))).not.toContain(token)

  // Not before: as on a tablet whose network comes back with the next user.
  await context.route('**/api/sessions/end', (route) => route.abort())
  await context.setOffline(false)
  expect(await statusOf(url, token)).toBe(200)
  await context.unroute('**/api/sessions/end')
  await app.signIn('indicador')
  await expect(app.page.getByRole('navigation', { name: 'Menu principal' })).toBeAttached()
  await expect.poll(() => statusOf(url, token)).toBe(401)
  await expect.poll(() => endingsOn(app)).toEqual([])
  await app.settled()
  expect(await statusOf(url, await tokenOn(app))).toBe(200)
})

test('the sign-in screen sends it as soon as the network is back, with nobody signed in', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await signedIn(context, url, 'corretor')
  const token = await tokenOn(app)
  await context.setOffline(true)
  await app.signOut()
  expect(await statusOf(url, token)).toBe(200)
  await context.setOffline(false)
  await expect.poll(() => statusOf(url, token)).toBe(401)
  await expect.poll(() => endingsOn(app)).toEqual([])
})

test('while another user works it goes with the next return of the network', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await signedIn(context, url, 'corretor')
  const token = await tokenOn(app)
  await context.route('**/api/logout', (route) => route.abort())
  await context.route('**/api/sessions/end', (route) => route.abort())
  await app.signOut()
  await app.signIn('indicador')
  await expect(app.page.getByRole('navigation', { name: 'Menu principal' })).toBeAttached()
  await app.settled()
  expect(await statusOf(url, token)).toBe(200)
  expect(await endingsOn(app)).toHaveLength(1)

  await context.unroute('**/api/sessions/end')
  await app.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => statusOf(url, token)).toBe(401)
  await expect.poll(() => endingsOn(app)).toEqual([])
})

test('a server that answers too slowly to wait for is told again until it has confirmed', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await signedIn(context, url, 'corretor')
  const token = await tokenOn(app)
  // Never answered within the patience of a sign-out, nor carried out.
  await context.route('**/api/logout', () => {})
  await app.signOut()
  await expect.poll(() => statusOf(url, token)).toBe(401)
  await expect.poll(() => endingsOn(app)).toEqual([])
})

test('a sign-out that the server confirms leaves nothing to send, and the sign-in screen loads no store', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await signedIn(context, url, 'corretor')
  const token = await tokenOn(app)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await app.signOut()
  expect(await statusOf(url, token)).toBe(401)
  expect(await endingsOn(app)).toEqual([])
  await app.page.waitForLoadState('networkidle')
  expect(asked.filter((address) => address.includes('/api/sessions/end'))).toEqual([])
  const loaded = await app.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(loaded.filter((name) => /send-endings|session-endings/.test(name))).toEqual([])
})

test('a sign-out that can not wipe the device says so, and what to do', async ({
  sharedServer: { url },
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await signedIn(context, url, 'corretor')
  const unhandled: Error[] = []
  app.page.on('pageerror', (error) => unhandled.push(error))
  await app.page.evaluate(() => {
    Object.defineProperty(navigator.locks, 'request', {
      value: () => Promise.reject(new Error('the disk is gone')),
    })
  })
  await app.page.getByRole('button', { name: /^Conta de/ }).click()
  await app.page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(app.page.getByRole('alert')).toContainText(
    'não foi possível apagar os seus dados deste aparelho',
  )
  await expect(app.page.getByRole('alert')).toContainText('saia outra vez')
  expect(unhandled).toEqual([])
  await app.page.getByRole('button', { name: 'Recarregar' }).click()
  await app.signIn('corretor')
  await app.ready()
  await app.signOut()
  expect(await tokenOn(app)).toBe('')
})
