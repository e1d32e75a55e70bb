/** A protected device in the hands of others: wrong passwords wait, and the page without login keeps nothing on it. */
import type { Locator, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { confirmDialog } from './support/confirm.ts'
import { lock, PASSWORD, protect } from './support/protection.ts'
import { expect, SLICED, test } from './support/test.ts'

const WAITS = /Muitas senhas erradas\. Tente de novo em \d+ segundos\./

const unlockButton = (page: Page) => page.getByRole('button', { name: 'Desbloquear', exact: true })

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await unlockButton(page).click()
}

// Promise: the wait after wrong passwords outlives a reload.
test(
  'the sixth password waits, also after a reload, and then the right one opens the device',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const device = await newDevice()
    const context = await device.open()
    const app = await App.signedIn(context, url, 'corretor')
    const { page } = app
    await protect(app)
    await lock(app)
    for (let time = 0; time < 4; time++) {
      await tryPassword(page, `errada-${time}`)
      await expect(page.getByRole('alert').filter({ hasText: 'Senha incorreta' })).toBeVisible()
    }
    await tryPassword(page, 'errada-4')
    await expect(page.getByRole('alert')).toHaveText(WAITS)
    await expect(unlockButton(page)).toBeDisabled()
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText(WAITS)
    await expect(unlockButton(page)).toBeDisabled()
    await expect(unlockButton(page)).toBeEnabled({ timeout: 40_000 })
    await tryPassword(page, PASSWORD)
    await app.ready()
  },
)

async function middleOf(target: Locator): Promise<number> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('not drawn')
  return Math.round(box.y + box.height / 2)
}

// Promise: a PIN opens a real keyring, and wrong ones end it.
test(
  'a PIN is made with the password typed once, and after five wrong ones the password is asked for',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const device = await newDevice()
    const app = await App.signedIn(await device.open(), url, 'corretor')
    const { page } = app
    await protect(app)
    await page.getByRole('button', { name: 'Criar PIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Criar PIN' })
    await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('PIN de 6 números').fill('12')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('O PIN tem 6 números.')).toBeVisible()
    await expect(dialog.getByLabel('PIN de 6 números')).toBeFocused()
    await dialog.getByLabel('PIN de 6 números').fill('123456')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Uma sequência é fácil de adivinhar. Escolha outro PIN.')).toBeVisible()
    await dialog.getByLabel('PIN de 6 números').fill('135790')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remover PIN' }).or(confirmDialog(page))).toBeVisible()
    await expect(confirmDialog(page)).toBeHidden()

    await lock(app)
    const pin = page.getByLabel('PIN de 6 números')
    const other = page.getByRole('link', { name: 'Entrar com outra conta' })
    const place = await middleOf(other)
    for (const left of [4, 3, 2, 1]) {
      await pin.fill(`00000${left}`)
      await unlockButton(page).click()
      await expect(page.getByRole('alert')).toHaveText(new RegExp(`Restam? ${left} tentativas?\\.`))
    }
    expect(await middleOf(other), 'no control moved').toBe(place)
    await pin.fill('000000')
    await unlockButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('O PIN não confere e foi desligado. Use a senha.')
    await expect(page.getByRole('button', { name: 'Usar o PIN' })).toBeHidden()
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    // Without motion, too, the sign of work is in the middle of the button.
    const sign = page.locator('.mantine-Button-loader')
    await expect(sign).toBeVisible()
    expect(Math.abs((await middleOf(sign)) - (await middleOf(unlockButton(page))))).toBeLessThan(3)
    await app.ready()
  },
)

// Promise: the page without login, a build of its own, stores nothing beside a sealed store.
test(
  'the page without login keeps nothing on a protected device, and says so',
  SLICED,
  async ({ sharedServer: { url }, newDevice }) => {
    const device = await newDevice()
    const context = await device.open()
    const app = await App.signedIn(context, url, 'indicador')
    await app.page.getByRole('link', { name: 'Indicação Externa' }).click()
    const place = app.page.getByTestId('link')
    await expect(place).toContainText('inviter_id=')
    const link = (await place.textContent()) ?? ''
    await protect(app)
    const page = await context.newPage()
    await page.goto(link)
    await expect(
      page.getByText(/^Este aparelho é protegido e não guarda o que você digita aqui/),
    ).toBeVisible()
    const name = page.getByLabel('Nome', { exact: false }).first()
    await name.fill('Zulmira Sem Rastro')
    await expect(name).toHaveAttribute('autocomplete', 'off')
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('farol_indicacao_')))
    expect(await kept()).toEqual([])
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(name).toHaveValue('')
  },
)
