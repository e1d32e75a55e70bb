/** The page without login, by an inviter's link. */
import type { Page } from '@playwright/test'
import { protect } from './support/protection.ts'
import { Rest } from './support/rest.ts'
import { expect, OFTEN, test } from './support/test.ts'

/** Of this run alone: the server keeps the indications of other runs. */
const NAME = `Zilda Externa ${Date.now()}`

interface Found {
  readonly id: number
  readonly product: string | null
}

async function found(rest: Rest): Promise<Found[]> {
  const { body } = await rest.call('POST', '/leads/list', { filters: { client_name: NAME } })
  const { leads } = body as { leads: Found[] }
  return leads.toSorted((one, other) => one.id - other.id)
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Nome', { exact: false }).first().fill(NAME)
  await page.getByLabel('Telefone', { exact: false }).first().fill('11987654321')
  await page.getByRole('checkbox', { name: 'Automóvel' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('E-mail', { exact: false }).first().fill('quem@exemplo.com.br')
  await page.getByLabel('CPF/CNPJ').fill('529.982.247-25')
  await page.locator('#campo-client-rg').fill('123456789')
  await page.getByLabel('Rua').fill('Avenida Paulista')
  await page.getByLabel('Número').fill('1000')
  await page.getByLabel('Cidade').fill('São Paulo')
  await page.getByLabel('Modelo').fill('Fiat Uno')
  await page.getByText('Novo', { exact: true }).click()
}

// Promise: who has no login indicates without a network, and it reaches the server once the page is opened again. The page, a
// build of its own, stores nothing beside a sealed store.
test(
  'two indications without login and network wait in the browser, and both reach the broker',
  OFTEN,
  async ({ ownServer: { url }, signedIn, context }) => {
    const referrer = await signedIn(url, 'indicador')
    await referrer.page.getByRole('link', { name: 'Indicação Externa' }).click()
    await expect(referrer.page.getByTestId('link')).toContainText('inviter_id=')
    const shown = new URL((await referrer.page.getByTestId('link').textContent()) ?? '')
    const path = shown.pathname + shown.search

    await test.step('where the app is installed its service worker leaves the link to the server', async () => {
      await referrer.goTo(path)
      await expect(referrer.page.getByRole('heading', { name: 'Indicação externa' })).toBeVisible()
      await expect(referrer.page.getByText(/^Indicado por /)).toBeVisible()
    })

    await test.step('beside a sealed store it keeps nothing, and says so', async () => {
      await protect(referrer)
      await referrer.goTo(path)
      await expect(
        referrer.page.getByText(/^Este aparelho é protegido e não guarda o que você digita aqui/),
      ).toBeVisible()
      const name = referrer.page.getByLabel('Nome', { exact: false }).first()
      await name.fill('Zulmira Sem Rastro')
      await expect(name).toHaveAttribute('autocomplete', 'off')
      const stored = await referrer.page.evaluate(() => Object.keys(localStorage))
      expect(stored.filter((key) => key.startsWith('farol_indicacao_'))).toEqual([])
      referrer.page.on('dialog', (dialog) => void dialog.accept())
      await referrer.page.reload()
      await expect(name).toHaveValue('')
    })

    let page = await context.newPage()
    await page.goto(url + path)
    await fill(page)
    // Closed and opened again: what was typed is there.
    await page.close()
    page = await context.newPage()
    await page.goto(url + path)
    await page.getByRole('checkbox', { name: 'Pet' }).check()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByLabel('Modelo')).toHaveValue('Fiat Uno')
    await context.setOffline(true)
    await page.getByText('Cão', { exact: true }).click()
    await page.getByLabel('Quantidade').fill('1')
    await page.getByLabel('Raça').fill('Vira-lata')
    await page.getByRole('checkbox', { name: /autorizo o uso dos dados/ }).check()
    await page.getByRole('button', { name: 'Enviar 2 indicações' }).click()
    await expect(page.getByText('2 indicações esperam neste aparelho')).toBeVisible()
    await page.close()

    await context.setOffline(false)
    page = await context.newPage()
    await page.goto(url + path)
    const admin = await Rest.signIn(url, 'admin')
    await expect.poll(async () => (await found(admin)).length).toBe(2)
    await expect(page.getByText('indicações esperam neste aparelho')).toHaveCount(0)
    expect((await found(admin)).map(({ product }) => product)).toEqual([
      expect.stringMatching(/^Fiat Uno/),
      '1 cão, Vira-lata',
    ])
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  },
)
