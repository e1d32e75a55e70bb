/** The sign-in screen warns when other machines reach accounts with the public password. */
import { isInOrderInEveryLook } from './support/axe.ts'
import { placeOf } from './support/place.ts'
import { FarolServer } from './support/server.ts'
import { expect, SLICED, test } from './support/test.ts'

const NOTICE = /contas de demonstração, com senha pública/

test(
  'a demo that the network reaches shows a notice under the form, and no field moves',
  SLICED,
  async ({ newDevice }) => {
    const server = await FarolServer.start({ HOST: '0.0.0.0' })
    try {
      const context = await (await newDevice()).open()
      const page = await context.newPage()
      const answered = Promise.withResolvers<void>()
      await context.route('**/api/notices', async (route) => {
        await answered.promise
        await route.continue()
      })
      await page.goto(`${server.url}/login`)
      const button = page.getByRole('button', { name: 'Entrar' })
      await expect(button).toBeVisible()
      await expect(page.getByText(NOTICE)).toHaveCount(0)
      const before = await placeOf(button)
      answered.resolve()
      await expect(page.getByText(NOTICE)).toBeVisible()
      expect(await placeOf(button)).toEqual(before)
      await isInOrderInEveryLook(page, 'sign-in with the notice', { width: 1440, scheme: 'light' })
    } finally {
      await server.dispose()
    }
  },
)

test(
  'there is no notice when only this machine reaches the demo or the server does not answer',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const context = await (await newDevice()).open()
    const page = await context.newPage()
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    await expect(page.getByText(NOTICE)).toHaveCount(0)
    await context.route('**/api/notices', (route) =>
      route.fulfill({ status: 502, body: '<html>portal</html>' }),
    )
    await page.reload({ waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    await expect(page.getByText(NOTICE)).toHaveCount(0)
  },
)
