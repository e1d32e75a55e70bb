/** The licences of what Farol is made of: docs/operations.md#licences. */
import { App } from './support/app.ts'
import { expect, test } from './support/test.ts'

test('their file opens where the app is installed, and shows texts instead of a screen', async ({
  sharedServer: { url },
  newDevice,
}) => {
  // A device that begins empty has the service worker of this build.
  const { page } = await App.signedIn(await (await newDevice()).open(), url, 'corretor')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto(`${url}/THIRD-PARTY-LICENSES.txt`)
  await expect(page.locator('pre')).toContainText(/\breact 19.*Copyright \(c\) Meta Platforms/s)
})
