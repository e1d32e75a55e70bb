/** Nothing serious for axe, nothing out of reach of the keyboard, at every width and in both schemes. */
import AxeBuilder from '@axe-core/playwright'
import { App } from './support/app.ts'
import { Rest } from './support/rest.ts'
import { FarolServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

let server: FarolServer
test.beforeAll(async () => {
  server = await FarolServer.start()
})
test.afterAll(async () => {
  await server.dispose()
})

async function serious(app: App): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: app.page }).analyze()
  return violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map(
      (violation) =>
        `${violation.id}: ${violation.nodes
          .map((node) => node.html)
          .join(' | ')
          .slice(0, 400)}`,
    )
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [390, 1024, 1440]) {
    test(`sign-in, board, lead, scheduling and sync screen at ${width} px, ${scheme}`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const app = await App.open(context, server.url)
      await expect(app.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
      expect(await serious(app)).toEqual([])
      await app.signIn('corretor')
      await app.settled()
      await expect(app.page.getByRole('article').first()).toBeVisible()
      expect(await serious(app)).toEqual([])
      const overflow = await app.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)

      const [own] = await (await Rest.signIn(server.url, 'corretor')).leads('state=2&limit=1')
      if (own === undefined) throw new Error('no lead of one’s own')
      const card = await app.find(own.id)
      await card.getByRole('button', { name: /^Ver/ }).first().click()
      await expect(app.page.getByRole('dialog')).toBeVisible()
      expect(await serious(app)).toEqual([])
      await app.closeDialogs()
      await app.goTo('/sincronizacao')
      await expect(app.page.getByRole('heading', { name: 'Sincronização' })).toBeVisible()
      expect(await serious(app)).toEqual([])
    })
  }
}
