/** Notices that reach the device from outside: docs/rules.md#push. The browser's own push service is out of reach here. */
import type { BrowserContext, Page } from '@playwright/test'
import { pushSubscriptionRoute } from '../../src/contract/push.ts'
import { App } from './support/app.ts'
import { expect, SLICED, test } from './support/test.ts'

/** The number of the page's service worker registration in Chromium's debugger. */
async function deliverer(context: BrowserContext, page: Page, origin: string) {
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })

/** A browser whose push service answers at once: it keeps its subscription over reloads, as a browser does. */
async function withPushService(context: BrowserContext) {
  await context.addInitScript(() => {
    const kept = () => localStorage.getItem('test-push')
    const asSubscription = (text: string) => ({
      toJSON: () => JSON.parse(text),
      options: { applicationServerKey: null },
      unsubscribe: () => {
        localStorage.removeItem('test-push')
        return Promise.resolve(true)
      },
    })
    const base64Url = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    Object.assign(PushManager.prototype, {
      getSubscription: () => {
        const text = kept()
        return Promise.resolve(text === null ? null : asSubscription(text))
      },
      subscribe: async () => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
          'deriveBits',
        ])
        const p256dh = base64Url(await crypto.subtle.exportKey('raw', pair.publicKey))
        const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
        const text = JSON.stringify({ endpoint, keys: { p256dh, auth: 'A'.repeat(22) } })
        localStorage.setItem('test-push', text)
        return asSubscription(text)
      },
    })
  })
}

// Promise: a push reaches the service worker, and the system shows it.
test(
  'a user switches notices on, a push shows the number of the lead, and a sign-out ends it',
  SLICED,
  async ({ ownServer: { url }, newDevice }) => {
    const context = await (await newDevice('corretora')).open()
    await withPushService(context)
    const app = await App.signedIn(context, url, 'corretora')
    const { page } = app
    await context.grantPermissions(['notifications'], { origin: app.url })

    await page.getByRole('button', { name: /^Avisos/ }).click()
    await page.getByRole('button', { name: 'Escolher avisos' }).click()
    const push = page.getByRole('switch', { name: 'Avisos neste aparelho' })
    await expect(push).not.toBeChecked()
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/push-subscription') && response.request().method() === 'PUT',
    )
    await push.click()
    await expect(push).toBeChecked()
    expect((await answered).status()).toBe(200)

    const deliver = await deliverer(context, page, app.url)
    await deliver('{"kind":"assigned","lead":17}')
    await deliver('não é JSON')
    await expect
      .poll(() => notifications(page))
      .toEqual(
        expect.arrayContaining([
          {
            title: 'Um lead foi passado a você',
            body: 'Lead 17',
            tag: 'assigned-17',
            data: { path: '/?lead=17' },
          },
          { title: 'Farol: há novidades', body: '', tag: 'novidades', data: { path: '/' } },
        ]),
      )

    const renewed = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/push-subscription') && response.request().method() === 'GET',
    )
    await page.reload()
    expect(pushSubscriptionRoute.answer.parse(await (await renewed).json())).toMatchObject({ active: true })
    await app.signOut()
    expect(await page.evaluate(() => localStorage.getItem('test-push'))).toBeNull()
    expect(await notifications(page)).toEqual([])
  },
)
