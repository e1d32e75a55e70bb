/** No serious finding of axe and no horizontal scrolling, at every width and in both schemes. */

import { App } from './support/app.ts'
import { isInOrderInBothSchemes } from './support/axe.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

for (const { width, loadedIn } of [
  { width: 390, loadedIn: 'dark' },
  { width: 1024, loadedIn: 'light' },
  { width: 1440, loadedIn: 'dark' },
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 900 },
      colorScheme: loadedIn,
      contextOptions: { reducedMotion: 'reduce' },
      // No test here goes offline.
      serviceWorkers: 'block',
    })

    test(
      'sign-in, board, lead, scheduling and sync screen are in order, in both schemes',
      SLICED,
      async ({ context, sharedServer }) => {
        const app = await App.open(context, sharedServer.url)
        const { page } = app
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', loadedIn)
        await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
        await isInOrderInBothSchemes(page, 'sign-in')
        await app.signIn('corretor')
        await app.settled()
        await expect(page.getByRole('article').first()).toBeVisible()
        await isInOrderInBothSchemes(page, 'board')

        const [own] = await (await Rest.signIn(sharedServer.url, 'corretor')).leads('state=2&limit=1')
        if (own === undefined) throw new Error('the broker has no lead of its own')
        const card = await app.find(own.id)
        await card.getByRole('button', { name: /^Ver/ }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await isInOrderInBothSchemes(page, 'lead')
        await app.closeDialogs()
        await card.getByRole('button', { name: /Agendar/ }).click()
        await expect(page.getByRole('dialog', { name: /Agendamento de Lead/ })).toBeVisible()
        await isInOrderInBothSchemes(page, 'scheduling')
        await app.closeDialogs()
        await app.goTo('/sincronizacao')
        await expect(page.getByRole('heading', { name: 'Sincronização' })).toBeVisible()
        await isInOrderInBothSchemes(page, 'sync screen')
      },
    )
  })
}

test.describe('on a laptop of 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })

  test(
    'four cards fit beside the open menu with the whole text of their buttons, phones and dates',
    SLICED,
    async ({ sharedServer, signedIn }) => {
      const app = await signedIn(sharedServer.url, 'admin')
      const { page } = app
      for (const tab of ['Origem', 'Finalizados']) {
        await app.openTab(tab)
        await expect(page.getByRole('article').nth(3)).toBeVisible()
        const cutOff = await page.evaluate(() => {
          const parts = [...document.querySelectorAll('article button, article a, article dd, article span')]
          const said = parts.filter(
            (part) => part.matches('button, a') || /\d{2}\/\d{4}|\d-\d{4}$/.test(part.textContent),
          )
          return said
            .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
            .map((part) => part.textContent)
        })
        expect(cutOff, tab).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${tab} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      await expect(page.getByRole('tab', { name: /^Agendamentos/ })).toBeInViewport({ ratio: 1 })
    },
  )
})
