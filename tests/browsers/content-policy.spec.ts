/** The Content-Security-Policy blocks no request of the app itself. */
import { Proxy } from '../e2e/support/proxy.ts'
import { inPage } from './support/browser.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

test('window, workers and service worker start without a violation of the policy', async ({
  sharedServer,
  device,
}) => {
  const proxy = await Proxy.to(sharedServer.port)
  const refused: string[] = []
  proxy.refusedByPolicy = refused
  const farol = await Farol.signedIn(device, proxy.url)
  await farol.tab.reload()
  await farol.ready()

  expect(refused).toEqual([])
  // A deliberate violation is reported: without it the line above would prove nothing.
  await inPage(farol.tab, () => {
    new Image().src = 'http://refused.invalid/image.png'
  })
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  await proxy.close()
})
