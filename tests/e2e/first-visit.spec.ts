/** A browser that has never seen Farol: what it loads, runs, sends and keeps. */

import type { Response } from '@playwright/test'
import { PASSWORD } from '../support/demo-password.ts'
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, OFTEN, test } from './support/test.ts'

// Promise: the policy of contents stops nothing of the app, and no address, log or cache has a token.
test(
  'window, workers and service worker break no policy, and a token is in no address, log or cache',
  OFTEN,
  async ({ talkativeServer: server, newDevice }) => {
    const target = await capturable(await Rest.signIn(server.url, 'corretor'))
    const proxy = await Proxy.to(server.port)
    const refused: string[] = []
    proxy.refusedByPolicy = refused
    const context = await (await newDevice()).open()
    const addresses: string[] = []
    const answers: Response[] = []
    context.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
    context.on('response', (response) => answers.push(response))
    const app = await App.signedIn(context, proxy.url, 'corretor')
    await app.capture(target.id)
    await app.closeDialogs()
    await app.settled()
    await app.goTo('/sincronizacao')
    await app.ready()
    // A refused request is logged in more detail.
    await app.page.evaluate(() =>
      fetch('/api/leads/0', { headers: { authorization: 'Bearer secret-of-nobody' } }),
    )
    const token = await app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')
    expect(token.length).toBeGreaterThan(20)

    await test.step('the token', async () => {
      expect(addresses.filter((address) => address.includes(token))).toEqual([])
      const fromApi = answers.filter((answer) => new URL(answer.url()).pathname.startsWith('/api/'))
      expect(fromApi.length).toBeGreaterThan(3)
      for (const answer of fromApi)
        expect.soft(answer.headers()['cache-control'], answer.url()).toBe('no-store')
      for (const answer of fromApi) expect.soft(answer.fromServiceWorker(), answer.url()).toBe(false)
      const stored = await storedIn(app.page)
      expect(stored.caches.length).toBeGreaterThan(3)
      expect(stored.caches.filter(({ url }) => new URL(url).pathname.startsWith('/api'))).toEqual([])
      expect(stored.caches.filter(({ body }) => body.includes(token))).toEqual([])
      const said = server.output()
      for (const secret of [token, 'secret-of-nobody', PASSWORD]) expect(said).not.toContain(secret)
    })

    await test.step('the policy', async () => {
      expect(refused).toEqual([])
      // A deliberate violation is reported: without it the line above would prove nothing.
      await app.page.evaluate(() => {
        const image = new Image()
        image.src = 'http://refused.invalid/image.png'
      })
      await expect.poll(() => refused.length).toBeGreaterThan(0)
    })

    await test.step('a file opens beside the service worker as its text, not as a screen', async () => {
      await app.page.goto(`${proxy.url}/THIRD-PARTY-LICENSES.txt`)
      await expect(app.page.locator('pre')).toContainText(/\breact 19.*Copyright \(c\) Meta Platforms/s)
    })
    await proxy.close()
  },
)
