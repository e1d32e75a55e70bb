/**
 * Masks under keyboards that compose (Android), and phones, dates and money as they are typed and pasted.
 * docs/rules.md#documents-phones-money
 */
import type { Locator, Page } from '@playwright/test'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'
import { openForm, worked } from './support/worked-lead.ts'

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

test('a pasted date and a typed amount are read as they are meant, also when they are saved without leaving the field', async ({
  sharedServer,
  signedIn,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const [lead] = await worked(rest, 1)
  if (lead === undefined) throw new Error('unreachable')
  const app = await signedIn(sharedServer.url, 'corretor')
  const { page } = app
  const form = await openForm(app, lead)
  const birth = form.field('Data de nascimento')
  for (const text of ['1985-11-02', '2/11/1985', ' 02.11.85 ']) {
    await paste(page, birth, text)
    await expect(birth).toHaveValue('02/11/1985')
  }
  await birth.fill('')
  await birth.pressSequentially('2/11/85')
  await birth.blur()
  await expect(birth).toHaveValue('02/11/1985')
  // A digit that is replaced moves no other one.
  await birth.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.press('1')
  await expect(birth).toHaveValue('12/11/1985')

  const expiry = form.field('Fim da vigência')
  await paste(page, expiry, '2027-03-05')
  await expiry.blur()
  await expect(expiry).toHaveValue('05/03/2027')

  await form.choose('Status da venda', 'Vendido')
  const value = form.field('Valor da venda')
  await paste(page, value, 'R$ 2.345,6')
  await expect(value).toHaveValue('2.345,60')
  await value.fill('')
  await compose(page, value, '1500')
  await value.blur()
  await expect(value).toHaveValue('1.500,00')
  await value.press('End')
  for (let key = 0; key < 4; key++) await page.keyboard.press('Backspace')
  await expect(value).toHaveValue('150')
  await value.fill('')
  await value.pressSequentially('1500')
  // A click by code moves no focus, as a key that saves.
  await page.getByRole('button', { name: 'Salvar', exact: true }).dispatchEvent('click')
  await app.settled()
  await expect.poll(() => rest.lead(lead.id)).toMatchObject({ sale_value: '1500.00', sold: 1 })
  await expect.poll(() => rest.lead(lead.id)).toMatchObject({ client: { birth_date: '1985-11-12' } })
})
