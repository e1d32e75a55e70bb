/** A locked device: by what it locks itself, and what opens it. docs/rules.md#protected-devices */
import type { Locator, Page } from '@playwright/test'
import { addAuthenticator } from '../../scripts/virtual-authenticator.ts'
import { App } from './support/app.ts'
import { confirmDialog } from './support/confirm.ts'
import { keyrings, lock, lockScreen, PASSWORD, protect } from './support/protection.ts'
import { Rest } from './support/rest.ts'
import { orderErasure } from './support/shared-tablet.ts'
import { expect, SLICED, test } from './support/test.ts'

const PIN = '135790'
const WAITS = /Muitas senhas erradas\. Tente de novo em \d+ segundos\./

const unlockButton = (page: Page) => page.getByRole('button', { name: 'Desbloquear', exact: true })

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await unlockButton(page).click()
}

async function middleOf(target: Locator): Promise<number> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('not drawn')
  return Math.round(box.y + box.height / 2)
}

/** Returns how far the sign of work is from its button's middle, px. The page measures it: the sign may soon be gone. */
const signOffset = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const middle = (box: DOMRect) => box.y + box.height / 2
        const look = () => {
          const sign = document.querySelector('.mantine-Button-loader')
          const button = sign?.closest('button')
          if (!sign || !button) requestAnimationFrame(look)
          else
            resolve(Math.abs(middle(sign.getBoundingClientRect()) - middle(button.getBoundingClientRect())))
        }
        look()
      }),
  )

// Promise: a lock reaches every tab; PIN, a real authenticator and the password open the keyring, and a wait outlives a reload.
test(
  'a lock reaches every tab, and passkey, PIN and password end it, after five wrong ones late',
  SLICED,
  async ({ ownServer: { url }, newDevice }) => {
    test.slow()
    const device = await newDevice('corretor')
    const context = await device.open()
    const app = await App.signedIn(context, url, 'corretor')
    const { page } = app
    await protect(app)

    await test.step('a PIN is made with the password typed once', async () => {
      await page.getByRole('button', { name: 'Criar PIN' }).click()
      const dialog = page.getByRole('dialog', { name: 'Criar PIN' })
      await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await dialog.getByLabel('PIN de 6 números').fill('123456')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('Uma sequência é fácil de adivinhar. Escolha outro PIN.')).toBeVisible()
      await dialog.getByLabel('PIN de 6 números').fill(PIN)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Remover PIN' }).or(confirmDialog(page))).toBeVisible()
      await expect(confirmDialog(page)).toBeHidden()
    })

    await test.step("'Bloquear' locks every tab, and a passkey opens the device", async () => {
      await addAuthenticator(page, { hasPrf: true })
      await page.getByRole('button', { name: 'Desbloquear com digital' }).click()
      const dialog = page.getByRole('dialog', { name: 'Desbloquear com digital' })
      await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Continuar' }).click()
      await expect(page.getByRole('button', { name: 'Remover digital' })).toBeVisible()
      const other = await App.open(context, url)
      await other.ready()
      await lock(app)
      await expect(lockScreen(other.page)).toBeVisible()
      await other.page.reload()
      await expect(lockScreen(other.page)).toBeVisible()
      await other.page.close()
      await page.getByRole('button', { name: 'Desbloquear com digital' }).click()
      await app.ready()
    })

    const pin = page.getByLabel('PIN de 6 números')
    await test.step('ten minutes without use lock it, and the PIN opens it', async () => {
      await page.evaluate(() => localStorage.setItem('farol_last_use', String(Date.now() - 10 * 60_000)))
      await expect(lockScreen(page)).toBeVisible({ timeout: 15_000 })
      await pin.fill(PIN)
      await unlockButton(page).click()
      await app.ready()
    })

    await test.step('five wrong PINs end the PIN', async () => {
      await lock(app)
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
    })

    await test.step('after five wrong passwords the sixth waits, also after a reload', async () => {
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
      const offset = signOffset(page)
      await tryPassword(page, PASSWORD)
      // Without motion, too, the sign of work is in the middle of the button.
      expect(await offset).toBeLessThan(3)
      await app.ready()
    })

    await test.step('the lock screen obeys an order to erase', async () => {
      await lock(app)
      const userId = await (await Rest.signIn(url, 'corretor')).userId()
      await orderErasure(url, userId)
      // No service worker is asked for it here.
      await page.reload()
      await expect(page.getByText('Este aparelho foi apagado a pedido de')).toBeVisible({ timeout: 60_000 })
      expect(await keyrings(page)).toEqual([])
    })
  },
)
