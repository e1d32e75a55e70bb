/** The Content-Security-Policy blocks no request of the app itself. */
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

test('window, workers and service worker start and send without a violation of the policy', async ({
  sharedServer,
  newDevice,
}) => {
  const target = await capturable(await Rest.signIn(sharedServer.url, 'corretor'))
  const proxy = await Proxy.to(sharedServer.port)
  const refused: string[] = []
  proxy.refusedByPolicy = refused
  const context = await (await newDevice()).open()
  const app = await App.signedIn(context, proxy.url, 'corretor')
  await app.capture(target.id)
  await app.closeDialogs()
  await app.settled()
  await app.goTo('/sincronizacao')
  await app.ready()

  expect(refused).toEqual([])
  // A deliberate violation is reported: without it the line above would prove nothing.
  await app.page.evaluate(() => {
    const image = new Image()
    image.src = 'http://refused.invalid/image.png'
  })
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  await proxy.close()
})
