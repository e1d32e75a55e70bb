/** Masks under keyboards that compose (Android), and phones as they are pasted. docs/rules.md#documents-phones-money */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Types as an Android keyboard does: one composition that grows, and ends when the word does. */
async function compose(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (let length = 1; length <= text.length; length++)
    await keyboard.send('Input.imeSetComposition', {
      text: text.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  await keyboard.send('Input.insertText', { text })
  await keyboard.detach()
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.focus()
  await page.keyboard.insertText(text)
}

test('a keyboard that composes writes each character once, and a pasted phone is read as it is meant', async ({
  sharedServer,
  newDevice,
  signedIn,
}) => {
  const app = await signedIn(sharedServer.url, 'indicador', '/indicacao-externa')
  const link = new URL((await app.page.getByTestId('link').textContent()) ?? '')
  const broker = await signedIn(sharedServer.url, 'corretor', '/lead')
  const open = await (await (await newDevice()).open()).newPage()
  await open.goto(sharedServer.url + link.pathname + link.search)

  for (const { page, phone, shown } of [
    {
      page: broker.page,
      phone: broker.page.getByLabel('Celular', { exact: false }).first(),
      shown: '31988887777',
    },
    { page: open, phone: open.getByLabel('Telefone', { exact: false }).first(), shown: '(31) 98888-7777' },
  ]) {
    const document = page.getByLabel('CPF/CNPJ').first()
    await compose(page, document, '52998224725')
    await expect(document).toHaveValue('529.982.247-25')
    await page.keyboard.press('Tab')
    await expect(document).toHaveValue('529.982.247-25')
    for (const text of ['+55 (31) 98888-7777', '031 98888-7777', '0 15 31 98888 7777', '+55 31988887777']) {
      await paste(page, phone, text)
      await expect(phone).toHaveValue(shown)
    }
    await paste(page, phone, '')
    await compose(page, phone, '31988887777')
    await expect(phone).toHaveValue(shown)
  }
  await paste(open, open.getByLabel('CPF/CNPJ'), '')
  await compose(open, open.getByLabel('CPF/CNPJ'), '11222333000181')
  await expect(open.getByLabel('CPF/CNPJ')).toHaveValue('11.222.333/0001-81')
})
