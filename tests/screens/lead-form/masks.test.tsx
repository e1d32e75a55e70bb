/** Masks under a keyboard that composes, and pasted phones, dates and amounts. docs/rules.md#documents-phones-money */
import { describe, expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { compose, paste } from '../support/composing.ts'
import { isInOrder } from '../support/in-order.ts'
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

/** The sentence below a field; null: none. */
const said = (input: ReturnType<typeof field>) =>
  input.element().closest('.mantine-InputWrapper-root')?.querySelector('[role=alert]')?.textContent ?? null

const FOUND = [
  ['CPF/CNPJ', 'CPF: 390.533.447-05', '390.533.447-05'],
  ['CPF/CNPJ', '39053344705 Ana', '390.533.447-05'],
  ['CPF/CNPJ', 'CNPJ 11.222.333/0001-81', '11.222.333/0001-81'],
  ['Celular', 'Tel. (31) 98888-7777, falar com Ana', '31988887777'],
  ['Celular', 'Ana, CPF 390.533.447-05, 31 98888-7777', '31988887777'],
  ['CEP', 'CEP: 30110-000, Belo Horizonte', '30110-000'],
  ['CEP', '1310100.0', '01310-100'],
  ['E-mail', 'Ana Reis <ana@exemplo.com.br>', 'ana@exemplo.com.br'],
  ['E-mail', 'mailto:ana@exemplo.com.br', 'ana@exemplo.com.br'],
] as const
const NOT_FOUND = [
  ['CPF/CNPJ', 'CPF: 390.533.447-06', 'Nenhum CPF ou CNPJ no texto colado'],
  ['CPF/CNPJ', '390.533.447-05 e 529.982.247-25', 'Há mais de um CPF ou CNPJ no texto colado'],
  ['CPF/CNPJ', 'Ana Reis', 'Nenhum CPF ou CNPJ no texto colado'],
  ['Celular', '+1 305 555 1234', 'Não é um número do Brasil'],
  ['Celular', '+34 912 345 678', 'Não é um número do Brasil'],
  ['Celular', 'não tem', 'Nenhum telefone com DDD no texto colado'],
  ['CEP', 'Rua das Flores, 10', 'Nenhum CEP no texto colado'],
] as const

describe.each([{ width: 'desk' }, { width: 'phone' }] as const)('pasted words, $width', ({ width }) => {
  test('a field finds its value in them', async () => {
    await openApp('/lead', { role: 3, width })
    for (const [name, text, shown] of FOUND) {
      await paste(field(name), text)
      await expect.element(field(name)).toHaveValue(shown)
      expect(said(field(name))).toBeNull()
    }
  })

  test('a field says what it does not find in them, and takes nothing', async () => {
    await openApp('/lead', { role: 3, width })
    for (const [name, text, words] of NOT_FOUND) {
      await paste(field(name), text)
      await expect.element(field(name)).toHaveValue('')
      await expect.poll(() => said(field(name))).toBe(words)
    }
    await isInOrder('/lead')
    await userEvent.keyboard('3')
    await expect.poll(() => said(field('CEP'))).toBeNull()
  })
})

test('a paste replaces a value that is there, and what is no amount leaves it', async () => {
  await openWorked()
  await choose('Status da venda', 'Vendido')
  const value = field('Valor da venda')
  await paste(value, 'Prêmio: R$ 1.500,00')
  await expect.element(value).toHaveValue('1.500,00')
  await userEvent.click(value)
  await userEvent.keyboard('{Control>}a{/Control}')
  await cdp().send('Input.insertText', { text: '10x de R$ 150,00' })
  await expect.element(value).toHaveValue('1.500,00')
  await expect.poll(() => said(value)).toBe('Nenhum valor em reais no texto colado')
  const document_ = field('CPF/CNPJ')
  await paste(document_, '529.982.247-25')
  await cdp().send('Input.insertText', { text: 'CPF: 390.533.447-05' })
  await expect.element(document_).toHaveValue('390.533.447-05')
})

test('an address that is none is said and shown as it was pasted', async () => {
  await openApp('/lead', { role: 3 })
  const mail = field('E-mail')
  await paste(mail, 'ana@exemplo,com.br')
  await expect.element(mail).toHaveValue('ana@exemplo,com.br')
  await expect.poll(() => said(mail)).toBe('E-mail inválido')
})
