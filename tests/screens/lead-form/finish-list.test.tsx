/** 'Finalizar' lists all that is missing, each line leads to its field, and an ordinary sale takes few taps. */
import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import {
  button,
  choices,
  choose,
  completeClient,
  field,
  fill,
  form,
  onServer,
  openWorked,
  press,
  workedLead,
} from '../support/lead-form.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { tap } from '../support/tap.ts'

const list = form.getByRole('alert')
/** The lines of the list, in their order. */
const lines = () =>
  [...form.element().querySelectorAll('[role="alert"]:not([data-toast]) li')].map((line) => line.textContent)

/** Nothing of the attendance is known. */
const BLANK = {
  quoted: 1,
  quoted_date: null,
  backup_car: null,
  pague_menos: null,
} as const

/** What the text's checks say of it, in the text's order. */
const MISSING = [
  'Você não tem permissão para finalizar essa lead devido a mudança no tipo de contato!',
  'Informe o Status da venda',
  'Informe se foi oferecido o BackUp car',
  'Informe se foi oferecido o Pague Menos',
  'Informe a data do contato',
  'Informe a forma que apresentou a proposta',
  'Informe a data da cotação',
]

const line = (words: string) => list.getByRole('button', { name: words, exact: true })
const focused = () => document.activeElement?.id

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('one press lists everything, in the order of the text, and each line leads to its field', {
    timeout: 60_000,
  }, async () => {
    const app = await openWorked({ ...look, lead: BLANK, client: { mail: '' }, folded: true })
    await press('Finalizar')
    // A save misses it: its section is folded.
    await expect.poll(lines).toEqual(['Informe o e-mail do cliente', ...MISSING])
    await isInOrder('the list of what is missing')
    if (look.width !== 'desk') await hasTargetsForThumbs('the list of what is missing')
    const fields = {
      'Informe o e-mail do cliente': 'lead-client-mail',
      'Informe o Status da venda': 'lead-sold',
      'Informe se foi oferecido o Pague Menos': 'lead-pague_menos',
      'Informe a data da cotação': 'lead-quoted_date',
    }
    for (const [words, id] of Object.entries(fields)) {
      const title = form.getByRole('button', { name: /^Faltam/ })
      if (look.width === 'phone' && title.element().getAttribute('aria-expanded') === 'false')
        await tap(title)
      await userEvent.click(line(words))
      await expect.poll(focused).toBe(id)
      await expect.element(document.getElementById(id)).toBeInViewport()
    }
    expect(await app.db.outbox.count(), 'nothing is queued').toBe(0)
  })
})

test('the list follows each answer: what is given goes, what it asks for comes', async () => {
  await openWorked({ lead: BLANK })
  await press('Finalizar')
  await expect.poll(lines).toEqual(MISSING)
  await choose('Tipo de contato', 'Telefone')
  await expect.poll(lines).toEqual(MISSING.slice(1))
  await choose('Status da venda', 'Vendido')
  await expect
    .poll(lines)
    .toEqual([
      ...MISSING.slice(2),
      'Informe o valor da venda',
      'Informe a porcentagem da comissão',
      'Informe a forma que recebeu a resposta da venda/não venda',
      'Informe a data da venda/não venda',
    ])
  await choose('Status da venda', 'Não vendido')
  await expect.poll(lines).toContain('Informe o Motivo da não venda')
  expect(lines()).not.toContain('Informe o valor da venda')
})

test('an error is said once: in the list, and to screen readers at its field', async () => {
  await openWorked({ client: { mail: '' } })
  await press('Salvar')
  const words = 'Informe o e-mail do cliente'
  await expect.element(field('E-mail')).toHaveAccessibleDescription(words)
  await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'true')
  const seen = page
    .getByText(words, { exact: true })
    .elements()
    .filter((element) => element.getBoundingClientRect().width > 1)
  expect(seen).toHaveLength(1)
})

test('an error moves no field', async () => {
  await openWorked({ lead: BLANK })
  const place = () => field('Valor da venda').element().getBoundingClientRect().top
  const scroller = form.element().closest('.mantine-Modal-content')
  const before = place() + (scroller?.scrollTop ?? 0)
  await press('Finalizar')
  await expect.poll(lines).toEqual(MISSING)
  expect(place() + (scroller?.scrollTop ?? 0)).toBe(before)
})

test('only dates are missing: one dialog asks for all of them; closed, the list keeps them', async () => {
  const app = await openWorked({
    lead: { contact_type: 1, sold: 1, sold_type: 1, sale_value_cents: 100_000, commission_percentage: 10 },
  })
  await press('Finalizar')
  const dates = page.getByRole('dialog', { name: 'Informe as datas' })
  await expect.element(dates).toBeVisible()
  await userEvent.click(dates.getByRole('button', { name: 'Cancelar' }))
  await expect.poll(lines).toEqual(['Informe a data do contato', 'Informe a data da venda/não venda'])
  await press('Finalizar')
  for (const label of ['Data do contato', 'Data da venda/não venda'])
    await userEvent.click(dates.getByRole('button', { name: `${label}: agora` }))
  await userEvent.click(dates.getByRole('button', { name: 'Continuar' }))
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => onServer(app)).toMatchObject({ state: 3, sold: 1 })
})

test('without a network the list is the same, and the end waits', async () => {
  const app = await openWorked({
    lead: { contact_type: 1, contact_date: '2026-11-18T12:00:00.000Z', sold: 1, sold_type: 1 },
  })
  cutNetwork(app.peer)
  await press('Finalizar')
  await expect
    .poll(lines)
    .toEqual([
      'Informe o valor da venda',
      'Informe a porcentagem da comissão',
      'Informe a data da venda/não venda',
    ])
  await fill({ 'Valor da venda': '1850', 'Porcentagem da comissão': '15' })
  await userEvent.click(button('Data da venda/não venda: agora'))
  await expect.element(list).not.toBeInTheDocument()
  await press('Finalizar')
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => app.db.outbox.count()).toBe(1)
  restoreNetwork(app.peer)
  await expect.poll(() => onServer(app)).toMatchObject({ state: 3, sale_value_cents: 185_000 })
})

test('what the end requires has a star, as soon as the other answers require it', async () => {
  await openWorked()
  const isStarred = (label: string) =>
    field(label).or(choices(label)).element().closest('.mantine-InputWrapper-root')?.textContent.includes('*')
  for (const label of ['Tipo de contato', 'Data do contato', 'Status da venda', 'BackUp car'])
    expect(isStarred(label), label).toBe(true)
  for (const label of ['Valor da venda', 'Data da cotação', 'Seguro conteúdo'])
    expect(isStarred(label), label).toBe(false)
  await choose('Status da venda', 'Vendido')
  for (const label of ['Valor da venda', 'Porcentagem da comissão', 'Data da venda/não venda'])
    expect(isStarred(label), label).toBe(true)
})

/** A sale that is known beforehand: the taps from the card on, and the typed values. */
const MOST_TAPS = 12
const MOST_TYPED = 2

describe.each(['desk', 'tablet', 'phone'] as const)('%s', (width) => {
  test.each([
    { tab: 'Negociação', lead: { status: 2 } },
    // As a call with its answer and 'Cotar' leave it.
    {
      tab: 'Envio Cotação',
      lead: {
        status: 4,
        contact_type: 1,
        contact_date: '2026-11-18T12:20:00.000Z',
        quoted: 1,
        quoted_date: '2026-11-18T12:30:00.000Z',
      },
    },
  ] as const)(`a lead in $tab is sold in at most ${MOST_TAPS} taps and ${MOST_TYPED} typed values`, {
    timeout: 60_000,
  }, async ({ tab, lead }) => {
    const app = await openApp('/', {
      width,
      clients: [completeClient()],
      leads: (user) => [workedLead(user, { ...lead, backup_car: null, pague_menos: null })],
    })
    let taps = 0
    let typed = 0
    const press = async (target: Locator) => {
      await (width === 'desk' ? userEvent.click(target) : tap(target))
      taps += 1
    }
    const pick = async (name: string, option: string) => {
      await press(choices(name).getByText(option, { exact: true }))
      await expect.element(choices(name).getByRole('radio', { name: option, exact: true })).toBeChecked()
    }
    const type = async (label: string, text: string) => {
      await press(field(label))
      await userEvent.keyboard(text)
      typed += 1
    }
    await tap(page.getByRole('tab', { name: new RegExp(`^${tab}`) }))
    await press(page.getByRole('button', { name: 'Trabalhar lead' }))
    await expect.element(choices('Tipo de contato')).toBeInViewport()
    if (lead.status === 2) {
      await pick('Tipo de contato', 'Telefone')
      await press(button('Data do contato: agora'))
    } else await pick('Forma que apresentou a proposta', 'E-mail')
    await pick('Status da venda', 'Vendido')
    await pick('Forma que recebeu a resposta da venda/não venda', 'Telefone')
    await press(button('Data da venda/não venda: agora'))
    await type('Valor da venda', '1850')
    await type('Porcentagem da comissão', '15')
    await pick('BackUp car', 'Oferecido / não vendido')
    await pick('Pague Menos', 'Não oferecido')
    await press(button('Finalizar'))
    await expect.element(form).not.toBeInTheDocument()
    expect(taps).toBeLessThanOrEqual(MOST_TAPS)
    expect(typed).toBeLessThanOrEqual(MOST_TYPED)
    await expect
      .poll(() => onServer(app))
      .toMatchObject({ state: 3, status: 6, sold: 1, sale_value_cents: 185_000 })
  })
})
