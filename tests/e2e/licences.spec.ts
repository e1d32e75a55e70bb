/** The licences of what Farol is made of: docs/operations.md#licences. */
import { expect, test } from './support/test.ts'

test('their file opens where the app is installed, and shows texts instead of a screen', async ({
  sharedServer,
  signedIn,
}) => {
  const { page } = await signedIn(sharedServer.url, 'corretor')
  await page.evaluate(() => navigator.serviceWorker.ready)
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto(`${sharedServer.url}/THIRD-PARTY-LICENSES.txt`)
  await expect(page.locator('pre')).toContainText(/\breact 19.*Copyright \(c\) Meta Platforms/s)
})
