/** Masks under a keyboard that composes, and pasted phones, dates and amounts. docs/rules.md#documents-phones-money */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { compose, paste } from '../support/composing.ts'
import { button, choose, field, onServer, openWorked } from '../support/lead-form.ts'

const PASTED = ['+55 (31) 98888-7777', '031 98888-7777', '0 15 31 98888 7777', '+55 31988887777']

test.each([
  { who: 'a broker', role: 3, path: '/lead', shown: '31988887777' },
  { who: 'a referrer', role: 5, path: '/', shown: '(31)98888-7777' },
] as const)('$who composes each character once, and a pasted phone is read as it is meant', async ({
  role,
  path,
  shown,
}) => {
  await openApp(path, { role, width: 'phone' })
  const [document, phone] = [field('CPF/CNPJ'), field('Celular')]
  await compose(document, '52998224725')
  await expect.element(document).toHaveValue('529.982.247-25')
  await userEvent.tab()
  await expect.element(document).toHaveValue('529.982.247-25')
  for (const text of PASTED) {
    await paste(phone, text)
    await expect.element(phone).toHaveValue(shown)
  }
  await userEvent.fill(phone, '')
  await compose(phone, '31988887777')
  await expect.element(phone).toHaveValue(shown)
  await userEvent.fill(document, '')
  await compose(document, '11222333000181')
  await expect.element(document).toHaveValue('11.222.333/0001-81')
})

test('a pasted or typed date is read as it is meant, and a replaced digit moves no other one', async () => {
  await openWorked()
  const birth = field('Data de nascimento')
  for (const text of ['1985-11-02', '2/11/1985', ' 02.11.85 ']) {
    await paste(birth, text)
    await expect.element(birth).toHaveValue('02/11/1985')
  }
  await userEvent.fill(birth, '')
  await userEvent.keyboard('2/11/85')
  await userEvent.tab()
  await expect.element(birth).toHaveValue('02/11/1985')
  await userEvent.click(birth)
  await userEvent.keyboard('{Home}{Delete}1')
  await expect.element(birth).toHaveValue('12/11/1985')
  await paste(field('Fim da vigência'), '2027-03-05')
  await userEvent.tab()
  await expect.element(field('Fim da vigência')).toHaveValue('05/03/2027')
})

test('an amount is read as it is meant, also when it is saved without leaving the field', async () => {
  const app = await openWorked()
  await choose('Status da venda', 'Vendido')
  const value = field('Valor da venda')
  await paste(value, 'R$ 2.345,6')
  await expect.element(value).toHaveValue('2.345,60')
  await userEvent.fill(value, '')
  await compose(value, '1500')
  await userEvent.tab()
  await expect.element(value).toHaveValue('1.500,00')
  await userEvent.click(value)
  await userEvent.keyboard('{End}{Backspace}{Backspace}{Backspace}{Backspace}')
  await expect.element(value).toHaveValue('150')
  await userEvent.fill(value, '')
  await userEvent.keyboard('1500')
  // A click by code moves no focus, as a key that saves.
  button('Salvar')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => onServer(app)).toMatchObject({ sale_value_cents: 150_000, sold: 1 })
})
