/** The head of the form: what stays in sight, the way to the neighbours of the list, one step in front, the history. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listDrafts } from '../../../src/db/session/drafts.ts'
import { iso } from '../../unit/domain/fixtures.ts'
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
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import { tap } from '../support/tap.ts'

const dialog = page.getByRole('dialog', { name: /^Lead \d/ })
const next = dialog.getByRole('button', { name: /^Próximo lead/ })
const previous = dialog.getByRole('button', { name: /^Lead anterior/ })

/** Three leads of one client each in one tab, and the form of the first one of the list, opened from its card. */
async function openFirst(look: Look = {}) {
  const names = ['Ana Souza', 'Bia Reis', 'Caio Prado']
  const app = await openApp('/', {
    ...look,
    clients: names.map((name, place) => completeClient({ uid: `client-${place + 1}`, id: place + 1, name })),
    leads: (user) =>
      names.map((client_name, place) =>
        workedLead(user, {
          uid: `lead-${place + 1}`,
          id: place + 1,
          client_uid: `client-${place + 1}`,
          client_name,
          create_lead_date: iso(`2026-11-18T09:3${place}:00`),
        }),
      ),
  })
  await tap(page.getByRole('tab', { name: /^Negociação/ }))
  await tap(page.getByRole('button', { name: 'Trabalhar lead' }).first())
  await expect.element(form).toBeVisible()
  await expect.element(next).toBeVisible()
  return app
}

/** The title of the open form. */
const title = () => dialog.getByRole('heading', { level: 2 }).element().textContent

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the head stays in sight over the scrolled fields, and the form opens on contact and quote', async () => {
    await openWorked({
      ...look,
      folded: true,
      lead: {
        lead_scheduling: { scheduling_date: iso('2026-11-18T14:30:00'), description: 'Ligar', status: 0 },
      },
    })
    await expect.element(choices('Tipo de contato')).toBeInViewport({ ratio: 1 })
    await isInOrder('the form as it opens')
    if (look.width !== 'desk') await hasTargetsForThumbs('the form as it opens')
    const scroller = form.element().closest('.mantine-Modal-content')
    scroller?.scrollTo(0, scroller.scrollHeight)
    for (const part of [
      dialog.getByText('Negociação', { exact: true }).first(),
      dialog.getByRole('button', { name: 'Ligar para (11) 98765-4321' }),
      dialog.getByRole('link', { name: 'Conversar no WhatsApp' }),
      dialog.getByRole('button', { name: 'Retorno: hoje, 14:30. Mudar' }),
      dialog.getByRole('button', { name: 'Fechar' }),
    ])
      await expect.element(part).toBeInViewport({ ratio: 1 })
  })

  test('the words of a late return are whole', async () => {
    await openWorked({
      ...look,
      folded: true,
      lead: {
        lead_scheduling: { scheduling_date: iso('2026-11-11T12:50:00'), description: 'Ligar', status: 0 },
      },
    })
    const late = dialog.getByRole('button', { name: /^Retorno: qua 11\/11, 12:50 · atrasado/ })
    await expect.element(late).toBeVisible()
    const words = late.element().querySelector('.mantine-Button-label')
    expect(words?.scrollWidth).toBe(words?.clientWidth)
    await isInOrder('the form of a late return')
  })

  test('one button is filled', async () => {
    await openWorked({ ...look, folded: true })
    const filled = () =>
      [...dialog.element().querySelectorAll('button[data-variant="filled"]')].map(
        ({ textContent }) => textContent,
      )
    await expect.poll(filled).toEqual(['Ligar'])
    await choose('Tipo de contato', 'Telefone')
    await expect.poll(filled).toEqual(['Salvar'])
    await choose('Status da venda', 'Não vendido')
    await expect.poll(filled).toEqual(['Finalizar'])
    await isInOrder('the form with the end in front')
  })
})

test('at 1366 × 657 the head, two rows of fields and the buttons fit one screen', async () => {
  await openWorked({ folded: true })
  await page.viewport(1366, 657)
  for (const part of [
    choices('Tipo de contato'),
    choices('Status da venda'),
    button('Finalizar'),
    next.or(dialog).first(),
  ])
    await expect.element(part).toBeInViewport()
  await expect.poll(() => window.innerWidth).toBe(1366)
  const bars = [button('Ligar'), button('Mais'), button('Finalizar'), button('Salvar')]
  const tops = bars.map((one) => Math.round(one.element().getBoundingClientRect().top))
  expect(new Set(tops).size, 'one row of buttons').toBe(1)
})

test('the history is beside the form from 1280 px, and in the menu below', async () => {
  await openWorked({ folded: true })
  const history = dialog.getByRole('region', { name: 'Histórico' })
  await expect.element(history).toMatchTextContent('Salvar lead')
  await userEvent.click(button('Mais'))
  await expect.element(page.getByRole('menuitem', { name: 'Cancelar lead' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Histórico' }).query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await page.viewport(1279, 800)
  await expect.element(history).not.toBeInTheDocument()
  await press('Histórico')
  await expect.element(page.getByRole('dialog', { name: 'Histórico' })).toBeVisible()
})

describe('‹ ›', () => {
  test.each([
    'desk',
    'tablet',
    'phone',
  ] as const)('lead through the list that the form was opened from: %s', async (width) => {
    await openFirst({ width })
    const seen = [title()]
    for (let step = 0; step < 2; step += 1) {
      await (width === 'desk' ? userEvent.click(next) : tap(next))
      await expect.poll(title).not.toBe(seen.at(-1))
      seen.push(title())
    }
    expect(new Set(seen).size).toBe(3)
    await expect.element(next).toHaveAccessibleName('Próximo lead: não há')
    next.element().focus()
    await userEvent.keyboard('{Enter}')
    expect(title()).toBe(seen[2])
    await expect.element(previous).toHaveAccessibleName(new RegExp(seen[1]?.split(' · ')[1] ?? ''))
    await userEvent.click(previous)
    await expect.poll(title).toBe(seen[1])
    // The focus stays on the button, so that a key goes on.
    await expect.element(previous).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(title).toBe(seen[0])
    window.history.back()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(page.getByRole('tab', { name: /^Negociação/ })).toBeVisible()
  })

  test('keep what was typed as a draft, as the × does', async () => {
    const app = await openFirst()
    const first = title()
    await expect.element(field('Valor da venda')).toBeVisible()
    await fill({ 'Valor da venda': '1850' })
    await userEvent.click(next)
    await expect.poll(title).not.toBe(first)
    await expect.element(field('Valor da venda')).toHaveValue('')
    await expect.poll(async () => (await listDrafts(app.db)).length).toBe(1)
    await userEvent.click(previous)
    await expect.element(form).toMatchTextContent('Você tem um rascunho')
    await userEvent.click(button('Continuar'))
    await expect.element(field('Valor da venda')).toHaveValue('1.850,00')
  })

  test('work without a network, and keep the list while a save moves the lead elsewhere', async () => {
    const app = await openFirst()
    cutNetwork(app.peer)
    const first = title()
    await press('Whatsapp/Ligou')
    await expect.element(dialog.getByText('Whatsapp/Ligou', { exact: true }).first()).toBeVisible()
    await userEvent.click(next)
    await expect.poll(title).not.toBe(first)
    await userEvent.click(previous)
    await expect.poll(title).toBe(first)
  })

  test('pass a lead that a colleague took meanwhile', async () => {
    const app = await openFirst()
    const first = title()
    const { length } = first?.split(' · ') ?? []
    expect(length).toBe(2)
    await expect.element(next).not.toHaveAccessibleName('Próximo lead: não há')
    const [, second = ''] = (next.element().getAttribute('aria-label') ?? '').split(': ')
    const uid =
      [...app.peer.server.leads.values()].find(({ client_name }) => client_name === second)?.uid ?? ''
    app.peer.server.change(uid, { broker_id: 999 })
    app.peer.poke()
    await expect.element(next).not.toHaveAccessibleName(`Próximo lead: ${second}`)
    await userEvent.click(next)
    await expect.poll(title).not.toBe(first)
    expect(title()).not.toContain(second)
    expect(onServer(app, uid)?.broker_id).toBe(999)
  })

  test('are absent where the form was opened from no list', async () => {
    await openWorked({ folded: true })
    await expect.element(dialog.getByRole('button', { name: 'Fechar' })).toBeVisible()
    expect(next.query()).toBeNull()
  })
})

test('a field that does not apply is not drawn', async () => {
  await openWorked()
  await expect.element(field('Fim da vigência')).toBeVisible()
  await choose('Status da venda', 'Não vendido')
  for (const label of ['Fim da vigência', 'Valor da venda', 'Porcentagem da comissão'])
    await expect.element(field(label)).not.toBeInTheDocument()
  await choose('Status da venda', 'Vendido')
  await expect.element(field('Motivo da não venda')).not.toBeInTheDocument()
  await fill({ Produto: '' })
  for (const label of ['Marca', 'Ano', 'Chassi', 'Placa'])
    await expect.element(field(label)).not.toBeInTheDocument()
})
