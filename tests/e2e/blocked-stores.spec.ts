/** A browser that blocks cookies gets a sentence in place of a white page. */
import { expect, test } from './support/test.ts'

for (const blocked of ['localStorage', 'indexedDB'])
  test(`with ${blocked} refused the page says what to do`, async ({ newDevice, sharedServer }) => {
    const page = await (await (await newDevice()).open()).newPage()
    await page.addInitScript((name) => {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }, blocked)
    await page.goto(sharedServer.url)
    await expect(page.getByRole('heading', { name: 'O Farol não pode abrir' })).toBeVisible()
    await expect(page.getByText('permita cookies e dados do site')).toBeVisible()
    await expect(page.getByRole('link', { name: 'recarregue a página' })).toBeVisible()
  })

test('without service workers the app opens all the same', async ({ newDevice, sharedServer }) => {
  const context = await (await newDevice()).open()
  await context.addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker
  })
  const page = await context.newPage()
  await page.goto(sharedServer.url)
  await expect(page.getByText('O Farol não pode abrir')).toBeHidden()
  await expect(page.getByLabel('Login')).toBeVisible()
})
