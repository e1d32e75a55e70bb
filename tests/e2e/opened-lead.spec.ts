/** Whatever leads to a lead opens that lead: search, bell, address, report, back. docs/rules.md#lead-view */
import type { Page } from '@playwright/test'
import { isInOrderInEveryLook } from './support/axe.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const viewOf = (page: Page, id: number) => page.getByRole('dialog', { name: new RegExp(`^Lead ${id} ·`) })

const search = (page: Page) => page.getByRole('dialog', { name: 'Busca' })

/** Types as fast as the browser takes keys: nothing waits for the panel. */
async function searchByKeys(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** The view of this lead alone is open, before the board that shows this lead alone. */
async function isOpen(page: Page, id: number): Promise<void> {
  await expect(viewOf(page, id)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`lead=${id}$`))
  await expect(page.getByRole('heading', { name: 'Resultados' })).toBeVisible()
  await expect(page.getByLabel('Número do lead')).toHaveValue(String(id))
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: `Lead ${id}`, exact: true })).toBeVisible()
}

test('leads chosen one after the other by search, bell, address and back open, each time', async ({
  sharedServer,
  signedIn,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const own = (await rest.leads('state=2&limit=200')).map(({ id }) => id)
  const [first = 0, second = 0, third = 0, fourth = 0] = own
  const app = await signedIn(sharedServer.url, 'corretor')
  const { page } = app
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
  }

  await test.step('five in a row by the search, all keys at once', async () => {
    for (const id of [first, second, third, first]) {
      await searchByKeys(page, String(id))
      await isOpen(page, id)
      await close()
    }
    await expect(page.getByRole('article', { name: `Lead ${first}`, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Limpar Filtros' }).click()
    await expect(page.getByRole('heading', { name: 'Resultados' })).toHaveCount(0)
    await searchByKeys(page, String(first))
    await isOpen(page, first)
  })

  await test.step('another is chosen above an open view, and Back leads to the one before', async () => {
    await searchByKeys(page, String(second))
    await isOpen(page, second)
    await page.goBack()
    await isOpen(page, first)
    await page.goForward()
    await isOpen(page, second)
    await close()
  })

  await test.step('a tab of the board ends the filter, and the same lead opens again', async () => {
    await app.openTab('Negociação')
    await expect(page.getByRole('heading', { name: 'Resultados' })).toHaveCount(0)
    await searchByKeys(page, String(second))
    await isOpen(page, second)
    await close()
  })

  await test.step('the bell', async () => {
    for (const place of [0, 1, 0]) {
      await page.getByRole('button', { name: /^Avisos/ }).click()
      const line = page
        .getByRole('dialog', { name: /^Avisos/ })
        .getByRole('link', { name: /^Lead \d/ })
        .nth(place)
      const [, id = ''] = /^Lead (\d+)/.exec(await line.innerText()) ?? []
      await line.click()
      await isOpen(page, Number(id))
      await close()
    }
  })

  await test.step('the address, and a reload', async () => {
    await app.goTo(`/?lead=${fourth}`)
    await isOpen(page, fourth)
    await page.reload()
    await isOpen(page, fourth)
    await isInOrderInEveryLook(page, 'a lead from its address', { width: 1440, scheme: 'light' })
    await close()
    await page.reload()
    await expect(page.getByRole('article', { name: `Lead ${fourth}`, exact: true })).toBeVisible()
  })

  await test.step('its form takes the place of the view; closed, it leads to where the user came from', async () => {
    await app.goTo('/ajuda')
    // Before the app has started, keys have no effect.
    await expect(app.connection()).toBeVisible()
    await searchByKeys(page, String(third))
    await isOpen(page, third)
    await viewOf(page, third).getByRole('button', { name: 'Trabalhar lead' }).click()
    const form = page.getByRole('dialog').filter({ has: page.getByRole('form', { name: 'Lead' }) })
    await expect(form).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await form.getByRole('banner').getByRole('button', { name: 'Fechar', exact: true }).click()
    await expect(page).toHaveURL(/\/ajuda$/)
  })
})

test('a free lead is captured from its view, and no key of the search is lost while its code loads', async ({
  sharedServer,
  signedIn,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const target = await capturable(rest)
  const app = await signedIn(sharedServer.url, 'corretor')
  const { page } = app
  await searchByKeys(page, String(target.id))
  await isOpen(page, target.id)
  await viewOf(page, target.id).getByRole('button', { name: 'Capturar esse Lead' }).click()
  const question = page.getByRole('dialog', { name: 'Capturar lead' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(viewOf(page, target.id)).toBeVisible()
  await viewOf(page, target.id).getByRole('button', { name: 'Capturar esse Lead' }).click()
  await question.getByRole('button', { name: 'Continuar' }).click()
  const form = page.getByRole('dialog', { name: new RegExp(`^Lead ${target.id} `) })
  await expect(form.getByRole('form', { name: 'Lead' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect.poll(async () => (await rest.lead(target.id)).state).toBe(2)
})

test('Enter takes no hit of the text before', async ({ sharedServer, signedIn }) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const [lead, other] = (await rest.leads('state=2&limit=200')).filter(({ id }) => id > 1000)
  const app = await signedIn(sharedServer.url, 'corretor')
  const { page } = app
  await page.keyboard.press('Control+K')
  const field = search(page).getByRole('textbox', { name: 'Buscar' })
  await field.fill(String(lead?.id))
  await expect(search(page).getByRole('button', { name: new RegExp(`^Lead ${lead?.id} ·`) })).toBeVisible()
  await field.fill(String(other?.id))
  await field.press('Enter')
  await isOpen(page, other?.id ?? 0)
  await searchByKeys(page, 'Clientes')
  await expect(page).toHaveURL(/\/clients$/)
})

test('a report leads to its leads, one after the other, and Back to the report', async ({
  sharedServer,
  signedIn,
}) => {
  const app = await signedIn(sharedServer.url, 'gerente', '/relatorio-indicacoes-corretora')
  const { page } = app
  const links = page.getByRole('link', { name: /abrir lead \d+$/ })
  for (const place of [0, 1, 2]) {
    const link = links.nth(place)
    const id = Number(/\d+$/.exec((await link.getAttribute('aria-label')) ?? '')?.[0])
    await link.click()
    await expect(page).toHaveURL(new RegExp(`lead=${id}$`))
    await expect(
      viewOf(page, id)
        .or(page.getByRole('article', { name: `Lead ${id}`, exact: true }))
        .first(),
    ).toBeVisible()
    await page.goBack()
    await expect(links.nth(place)).toBeVisible()
  }
})
