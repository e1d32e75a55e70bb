/** 'Sobre o Farol': version, what is new, without a network too. */
import { isInOrder } from './support/axe.ts'
import { expect, SLICED, test } from './support/test.ts'

test(
  'the menu of the account opens it by touch at 390 px and by keys, without a network, twice',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'corretor')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.context().setOffline(true)
    const account = page.getByRole('button', { name: /^Conta de/ })
    const about = page.getByRole('dialog', { name: 'Sobre o Farol' })
    await account.click()
    await page.getByRole('menuitem', { name: 'Sobre o Farol' }).click()
    await expect(about.getByText(/^Versão \d+\.\d+\.\d+/)).toBeVisible()
    await expect(about.getByRole('heading', { name: 'O que há de novo' })).toBeVisible()
    await expect(about.getByRole('listitem').first()).not.toBeEmpty()
    await expect(about.getByText('### Servidor')).toHaveCount(0)
    await isInOrder(page, 'Sobre o Farol')
    await page.goBack()
    await expect(about).toBeHidden()

    await page.setViewportSize({ width: 1440, height: 900 })
    await account.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sobre o Farol' }).press('Enter')
    await expect(about).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(about).toBeHidden()
    await expect(account).toBeFocused()
  },
)
