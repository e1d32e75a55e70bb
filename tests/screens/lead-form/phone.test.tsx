/** The lead form on a phone: few taps to a sale, folded sections, toasts, selects, the keyboard of a document. */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { button, field, fill, form, openWorked, problems, valueOf } from '../support/lead-form.ts'
import { cutNetwork } from '../support/network.ts'
import { holdsToasts } from '../support/toasts.ts'

test('sections that a call does not need are folded with a summary; a required field opens its section', async () => {
  await openWorked({ width: 'phone', folded: true })
  const section = (title: string) => form.getByRole('button', { name: new RegExp(`^${title}\\b`) })
  const client = section('Informações do Indicado')
  await expect.element(client).toHaveAccessibleName(/Ana Souza/)
  for (const title of ['Informações do Corretor', 'Produto', 'Informações do Indicador', 'Observações'])
    await expect.element(section(title).first()).toHaveAttribute('aria-expanded', 'false')
  expect(form.element().scrollHeight).toBeLessThan(2400)
  await isInOrder('the folded form')

  const mail = field('E-mail')
  client.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(client).toHaveAttribute('aria-expanded', 'true')
  await userEvent.fill(mail, '')
  await userEvent.click(client)
  await expect.element(mail).not.toBeInTheDocument()
  await userEvent.click(button('Salvar'))
  await expect.element(client).toHaveAttribute('aria-expanded', 'true')
  await expect.element(mail).toHaveFocus()

  await userEvent.click(client)
  await userEvent.click(button('Informe o e-mail do cliente'))
  await expect.element(mail).toHaveFocus()
  await isInOrder('the form with an opened section')
})

test('the hyphen of a word is not as wide as a figure', async () => {
  await openWorked({ width: 'phone' })
  const label = page.getByText(/^E-mail/).first()
  await expect.element(label).toHaveStyle({ fontVariantNumeric: 'normal' })
})

const boxOf = (part: Locator) => part.element().getBoundingClientRect()

test('a toast has its own line above the form’s buttons: it covers nothing and moves nothing', async () => {
  await openWorked({ width: 'phone' })
  const toast = page.getByText('Lead salvo com sucesso!', { exact: true })
  const save = button('Salvar')
  await fill({ Produto: 'Produto 1' })
  await userEvent.click(save)
  await expect.element(toast).toBeVisible()
  const line = () => {
    const shown = document.querySelector('[data-toast]')
    if (shown === null) throw new Error('no toast is shown')
    return shown
  }
  const [said, below] = [line().getBoundingClientRect(), boxOf(save)]
  expect(said.bottom).toBeLessThanOrEqual(below.top)
  expect(said.left).toBeGreaterThanOrEqual(0)
  expect(said.right).toBeLessThanOrEqual(390)
  // In the form's own line: fields scroll under the whole footer.
  expect(getComputedStyle(line().parentElement ?? line()).position).toBe('static')
  await userEvent.click(button('Ações'))
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  const covered = page
    .getByRole('menuitem')
    .elements()
    .filter((item) => {
      const { left, top, width, height } = item.getBoundingClientRect()
      return !item.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(covered.map(({ textContent }) => textContent)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[data-toast]')).toBeNull()
  expect(boxOf(save).top).toBe(below.top)
})

test('several saves share one toast, and the missing values stand above it', async () => {
  const { peer } = await openWorked({ width: 'phone' })
  // Else an answer that is late revises the words.
  cutNetwork(peer)
  const [save] = [button('Salvar').element()]
  const product = field('Produto')
  holdsToasts()
  for (const [text, words] of [
    ['Um', 'Guardado neste aparelho; será enviado'],
    ['Dois', '2 alterações na fila'],
    ['Três', '3 alterações na fila'],
  ] as const) {
    await userEvent.fill(product, text)
    save.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
    expect(document.querySelectorAll('[data-toast]')).toHaveLength(1)
  }
  await fill({ 'E-mail': '' })
  await userEvent.click(button('Salvar'))
  await expect.poll(problems).toContain('Informe o e-mail do cliente')
  await userEvent.click(button('Finalizar'))
  const toast = () => document.querySelector('[data-toast]')?.getBoundingClientRect()
  await expect.poll(() => toast()?.bottom ?? Infinity).toBeLessThanOrEqual(boxOf(button('Salvar')).top)
  const summary = form.element().querySelector('[role="alert"]:not([data-toast])')
  expect(summary?.getBoundingClientRect().bottom).toBeLessThanOrEqual(toast()?.top ?? 0)
})

test('choosing a selected option again keeps it; × clears it, by keyboard too', async () => {
  await openWorked({ width: 'phone' })
  const month = field('Mês de vencimento')
  for (let time = 0; time < 2; time += 1) {
    await userEvent.click(month)
    await userEvent.click(page.getByRole('option', { name: /^maio$/i }))
    await expect.poll(() => valueOf('Mês de vencimento')).toMatch(/^maio$/i)
  }
  month.element().focus()
  await userEvent.tab()
  expect(document.activeElement?.ariaLabel).toBe('Limpar')
  await userEvent.keyboard('{Enter}')
  await expect.element(month).toHaveValue('')
  await expect.element(month).toHaveFocus()
})

test.each([
  'light',
  'dark',
] as const)('a field that this user may not change looks disabled: %s', async (scheme) => {
  await openWorked({ width: 'phone', scheme })
  const look = (input: Element) => {
    const chevron = input.parentElement?.querySelector('[data-position="right"]')
    const { backgroundColor, borderColor } = getComputedStyle(input)
    return {
      backgroundColor,
      borderColor,
      chevron: chevron ? getComputedStyle(chevron).visibility : 'none',
    }
  }
  await expect.element(field('Corretor')).toBeDisabled()
  const [off, on] = [look(field('Corretor').element()), look(field('Canal').element())]
  expect(on.chevron).toBe('visible')
  expect(off.chevron).not.toBe('visible')
  expect(off.backgroundColor).not.toBe(on.backgroundColor)
  expect(off.borderColor).not.toBe(on.borderColor)
})

test('the document field asks for a numeric keyboard, and its button for letters', async () => {
  await openApp('/lead', { width: 'phone' })
  const document = field('CPF/CNPJ')
  await expect.element(document).toHaveAttribute('inputmode', 'numeric')
  const letters = page.getByRole('button', { name: 'ABC: Teclado com letras, para CNPJ com letras' })
  await expect.element(letters).toMatchTextContent('ABC')
  await userEvent.click(letters)
  await expect.element(document).toHaveFocus()
  await expect.element(document).toHaveAttribute('inputmode', 'text')
  await expect.element(page.getByRole('button', { name: '123: Teclado numérico' })).toMatchTextContent('123')
  await userEvent.fill(document, '12abc34501de35')
  await expect.element(document).toHaveValue('12.ABC.345/01DE-35')
  const input = document.element()
  expect(input.scrollWidth - input.clientWidth, 'the whole number fits').toBeLessThanOrEqual(0)
  expect(page.getByRole('button', { name: /Teclado/ }).query()).toBeNull()
})
