/** F6 and Shift+F6 move between the sections of a form and of a screen. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'

const forward = () => userEvent.keyboard('{F6}')
const backward = () => userEvent.keyboard('{Shift>}{F6}{/Shift}')

/** The label of the section around the focus. */
const section = () =>
  document.activeElement?.closest('section[aria-label], [role="region"]')?.getAttribute('aria-label') ?? null

/** The landmark around the focus. */
function landmark(): string | null {
  const around = document.activeElement?.closest('nav, header, [role="tablist"], form, [role="feed"]')
  return around?.getAttribute('role') ?? around?.tagName.toLowerCase() ?? null
}

test('in a form F6 reaches the type of contact in a few keys, stays in the dialog, and Shift+F6 goes back', async () => {
  await openApp('/?form=lead-1', {
    leads: (user) => [aLead({ channel_id: 8, state: 2, status: 2, broker_id: user.id })],
  })
  const dialog = page.getByRole('dialog')
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  const contact = dialog.getByRole('radiogroup', { name: 'Tipo de contato' }).getByRole('radio').first()
  // The sections are drawn one after the other.
  await expect.element(contact).toBeVisible()
  let keys = 0
  for (; section() !== 'Contato e cotação' && keys < 7; keys += 1) await forward()
  await expect.element(contact).toHaveFocus()
  expect(keys).toBeLessThanOrEqual(6)
  await forward()
  expect(section()).toBe('Venda')
  await backward()
  await expect.element(contact).toHaveFocus()
  const visited = new Set<string | null>()
  for (let count = 0; count < 12; count += 1) {
    await forward()
    visited.add(section())
  }
  expect([...visited]).toEqual(
    expect.arrayContaining(['Venda', 'Observações', 'Ações do lead', 'Informações do Indicado']),
  )
  expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
})

test('on the board F6 goes through menu, bar, tabs, filters and cards', async () => {
  await openApp('/', { leads: [aLead({ channel_id: 8 })] })
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await expect.element(page.getByRole('form', { name: 'Filtros' })).toBeVisible()
  const places: (string | null)[] = []
  for (let count = 0; count < 5; count += 1) {
    await forward()
    places.push(landmark())
  }
  expect(places).toEqual(['nav', 'header', 'tablist', 'form', 'feed'])
})

test("'?' shows the keys over the screen, and Escape leaves it as it was", async () => {
  await openApp('/hoje')
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument()
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog', { name: 'Teclas' })
  await expect.element(dialog.getByRole('table', { name: 'Nesta tela' })).toMatchTextContent('Próximo lead')
  await expect
    .element(dialog.getByRole('table', { name: 'Em todo o Farol' }))
    .toMatchTextContent(/Ctrl\+K.*Shift\+F6/)
  await isInOrder('the keys')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(window.location.pathname).toBe('/hoje')
})

test('a question mark in a field is a letter', async () => {
  await openApp('/clients', { role: 2 })
  const name = page.getByRole('textbox', { name: 'Nome' })
  await userEvent.click(name)
  await userEvent.keyboard('?')
  await expect.element(name).toHaveValue('?')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the help names both keys', async () => {
  await openApp('/sincronizacao')
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  await userEvent.keyboard('?')
  await userEvent.click(page.getByRole('link', { name: 'Abrir a Ajuda desta tela' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Buscar na ajuda' }), 'atalhos do teclado')
  await userEvent.click(page.getByRole('listitem').getByRole('link', { name: /^Esta Ajuda/ }))
  await expect
    .element(page.getByRole('region', { name: 'Esta Ajuda, a busca e os atalhos' }))
    .toMatchTextContent(/Shift\+F6/)
})
