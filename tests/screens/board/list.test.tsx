/** The list beside the cards, and saved filters: docs/rules.md#card-grid, #saved-filters */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aLead, iso } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { showsAllTexts } from '../support/cut-off.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { tap } from '../support/tap.ts'

const rows = page.getByRole('article')
const list = page.getByRole('radiogroup', { name: 'Como mostrar os leads' })
/** A finger presses the whole label. */
async function look(name: string) {
  await expect.element(list.getByTitle(name)).toBeVisible()
  const label = list.getByTitle(name).element().closest('label')
  if (label === null) throw new Error(`'${name}' has no label`)
  return page.elementLocator(label)
}
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const many = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    aLead({
      uid: `lead-${place}`,
      id: 1000 + place,
      client_uid: `client-${place}`,
      client_name: place % 2 === 0 ? 'Ana Souza' : 'Maria Aparecida de Albuquerque Cavalcanti dos Santos',
      client_cellphone: '31988776650',
      channel_id: 8,
      additional_information:
        '[Bruna, 17/11/2026 10:00]\nPrefere falar depois das seis da tarde, no celular do marido',
    }),
  )

describe.each(LOOKS)('$width, $scheme', (at) => {
  test('the list has a lead in 44 px, and stays after a reload', async () => {
    const press = at.width === 'desk' ? userEvent.click : tap
    const app = await openApp('/', { ...at, leads: many(40) })
    await press(await look('Lista'))
    // A phone is not as high as 900 px.
    const seen = at.width === 'phone' ? 12 : 14
    await expect.poll(() => rows.elements().length).toBeGreaterThanOrEqual(seen)
    const heights = rows.elements().map((row) => row.getBoundingClientRect().height)
    expect(new Set(heights)).toEqual(new Set([44]))
    const inSight = rows.elements().filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight)
    expect(inSight.length).toBeGreaterThanOrEqual(seen)
    await isInOrder('list')
    await showsAllTexts('list')
    if (at.width !== 'desk') await hasTargetsForThumbs('list')
    window.scrollTo(0, 0)
    await press(rows.first().getByRole('button', { name: /^Ver lead 1000: / }))
    await expect.element(page.getByRole('dialog', { name: /^Lead 1000 ·/ })).toBeVisible()
    await app.load('/')
    await expect.poll(() => rows.elements()[0]?.getBoundingClientRect().height).toBe(44)
    await press(await look('Cartões'))
    await expect.poll(() => rows.elements()[0]?.getBoundingClientRect().height).toBeGreaterThan(200)
  })
})

test.each([1440, 1366, 1024, 820])('%i px: nothing of a row is cut or lies beyond its end', async (width) => {
  const leads = many(6).map((lead) => ({ ...lead, create_lead_date: iso('2026-11-02T09:00:00') }))
  await openApp('/', { width: width < 1024 ? 'tablet' : 'desk', leads })
  await page.viewport(width, 900)
  await (width < 1024 ? tap : userEvent.click)(await look('Lista'))
  await expect.poll(() => rows.elements()[0]?.getBoundingClientRect().height).toBe(44)
  await expect.element(rows.first().getByText(/atrasado \d+\sdias/)).toBeVisible()
  for (const row of rows.elements()) {
    const end = row.getBoundingClientRect().right
    for (const part of row.children) expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(end)
    const duty = row.querySelector('[data-duty]')
    expect(duty?.scrollWidth).toBe(duty?.clientWidth)
    expect(duty?.parentElement?.scrollWidth).toBe(duty?.parentElement?.clientWidth)
  }
})

test('an own card names neither its channel twice nor its own broker, and shows the last note', async () => {
  const note = '[Bruna, 17/11/2026 10:00]\nPrefere a tarde'
  await openApp('/', {
    clients: [CLIENT],
    leads: (user) => [
      ownLead(user, { additional_information: `Antes\n\n${note}` }),
      aLead({ uid: 'lead-2', id: 2, client_uid: 'client-2', channel_id: 8 }),
    ],
  })
  const origin = rows.first()
  await expect.element(origin).toBeVisible()
  expect(origin.element().textContent.match(/Site/g)).toHaveLength(1)
  await userEvent.click(tab('Negociação'))
  await expect.element(rows.first().getByText('Prefere a tarde')).toBeVisible()
  await expect.element(rows.first().getByText('Corretor', { exact: true })).not.toBeInTheDocument()
})

test('a filter is saved by a name, applied, renamed and deleted, and a reload keeps it', async () => {
  const leads = [
    ...many(3),
    aLead({
      uid: 'late',
      id: 9,
      client_uid: 'c9',
      channel_id: 8,
      create_lead_date: iso('2026-11-02T09:00:00'),
    }),
  ]
  const app = await openApp('/', { leads })
  const saved = page.getByRole('button', { name: 'Filtros salvos' })
  const item = (name: string) => page.getByRole('menuitem', { name })
  const dialog = page.getByRole('dialog')
  await userEvent.fill(page.getByRole('textbox', { name: 'Número do lead' }), '9')
  await userEvent.click(page.getByRole('button', { name: 'Filtrar' }))
  await expect.poll(() => rows.elements().length).toBe(1)
  await userEvent.click(saved)
  await userEvent.click(item('Salvar o que está na tela'))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await expect.element(dialog.getByText('Dê um nome ao filtro.')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome do filtro' }), 'O mais velho')
  await isInOrder('saving a filter')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Limpar Filtros' }))
  await expect.poll(() => rows.elements().length).toBe(4)
  await app.load('/')
  await expect.element(rows.first()).toBeVisible()
  await userEvent.click(saved)
  await userEvent.click(item('O mais velho'))
  await expect.poll(() => rows.elements().length).toBe(1)
  await userEvent.click(saved)
  await userEvent.click(item('Renomear ou excluir'))
  await userEvent.click(dialog.getByRole('button', { name: 'Renomear O mais velho' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome do filtro' }), 'De novembro')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir De novembro' }))
  await expect.element(dialog.getByText('Nenhum filtro salvo.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(saved)
  await expect.element(page.getByText('Nenhum filtro salvo neste aparelho')).toBeVisible()
})
