/** A protected device in the hands of others: wrong passwords wait, and the page without login keeps nothing on it. */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { lock, PASSWORD, protect } from './support/protection.ts'
import { expect, test } from './support/test.ts'

const WAITS = /Muitas senhas erradas\. Tente de novo em \d+ segundos\./

const unlockButton = (page: Page) => page.getByRole('button', { name: 'Desbloquear', exact: true })

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await unlockButton(page).click()
}

test('the sixth password waits, also after a reload, and then the right one opens the device', async ({
  sharedServer: { url },
  newDevice,
}) => {
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
})

test('the page without login keeps nothing on a protected device, and says so', async ({
  sharedServer: { url },
  newDevice,
}) => {
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
  await expect(page.getByText(/^Este aparelho é protegido e não guarda o que você digita aqui/)).toBeVisible()
  const name = page.getByLabel('Nome', { exact: false }).first()
  await name.fill('Zulmira Sem Rastro')
  await expect(name).toHaveAttribute('autocomplete', 'off')
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('farol_indicacao_')))
  expect(await kept()).toEqual([])
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(name).toHaveValue('')
})
