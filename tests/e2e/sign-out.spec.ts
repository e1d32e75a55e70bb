/** A sign-out without the server reaches it at the next contact, whichever user is signed in then. */
import { App } from './support/app.ts'
import { storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

const tokenOn = (app: App) => app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')

/** The server's status for this token. */
const statusOf = async (url: string, token: string) =>
  (await fetch(`${url}/api/tokenconfirm`, { headers: { authorization: `Bearer ${token}` } })).status

const endingsOn = async (app: App) => (await storedIn(app.page)).databases['farol-device/endings'] ?? []

test(
  'the sign-in screen sends the ending as soon as the network is back',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await App.signedIn(context, url, 'corretor')
    const token = await tokenOn(app)
    await context.setOffline(true)
    await app.signOut()
    expect(await statusOf(url, token)).toBe(200)
    await context.setOffline(false)
    await expect.poll(() => statusOf(url, token)).toBe(401)
    await expect.poll(() => endingsOn(app)).toEqual([])
  },
)

test(
  'while another user works the ending is sent with the next return of the network',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await App.signedIn(context, url, 'corretor')
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
  },
)

test(
  'a sign-out with a slow server is sent again until the server has confirmed it',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await App.signedIn(context, url, 'corretor')
    const token = await tokenOn(app)
    // The server answers later than the sign-out waits, and does not end the session.
    await context.route('**/api/logout', () => {})
    await app.signOut()
    await expect.poll(() => statusOf(url, token)).toBe(401)
    await expect.poll(() => endingsOn(app)).toEqual([])
  },
)

test(
  'a confirmed sign-out leaves nothing to send, and the sign-in screen opens no database',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await App.signedIn(context, url, 'corretor')
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
  },
)

test(
  'a sign-out that cannot wipe the device shows a message with the next step',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const app = await App.signedIn(context, url, 'corretor')
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
  },
)
