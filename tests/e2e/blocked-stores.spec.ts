/** A browser that blocks cookies or has no service worker. */
import { expect, SLICED, test } from './support/test.ts'

// Promise: a browser that refuses its stores gets a sentence in place of a white page, and none needs a service worker.
test(
  'with a refused store the page says what to do, and without service workers the app opens',
  SLICED,
  async ({ context, sharedServer }) => {
    const opened = async (refuse: (name: string) => void, name: string) => {
      const page = await context.newPage()
      await page.addInitScript(refuse, name)
      await page.goto(sharedServer.url)
      return page
    }
    for (const blocked of ['localStorage', 'indexedDB'])
      await test.step(blocked, async () => {
        const page = await opened((name) => {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
        }, blocked)
        await expect(page.getByRole('heading', { name: 'O Farol não pode abrir' })).toBeVisible()
        await expect(page.getByText('permita cookies e dados do site')).toBeVisible()
        await expect(page.getByRole('link', { name: 'recarregue a página' })).toBeVisible()
      })
    const page = await opened((name) => {
      Reflect.deleteProperty(Navigator.prototype, name)
    }, 'serviceWorker')
    await expect(page.getByLabel('Login')).toBeVisible()
    await expect(page.getByText('O Farol não pode abrir')).toBeHidden()
  },
)
