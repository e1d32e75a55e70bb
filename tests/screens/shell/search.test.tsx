/** Whatever leads to a lead opens that lead: search, bell, address, Back. docs/rules.md#lead-view */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { aClient, aLead, iso } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'

const numbered = (id: number, changes: Partial<Lead> = {}) =>
  aLead({
    uid: `lead-${id}`,
    id,
    client_uid: `client-${id}`,
    client_name: `Cliente ${id}`,
    channel_id: 8,
    ...changes,
  })

/** Three leads of the user's, in Negociação. */
const own = (user: SessionUser) =>
  [101, 102, 103].map((id) => numbered(id, { state: 2, status: 2, broker_id: user.id }))

const viewOf = (id: number) => page.getByRole('dialog', { name: new RegExp(`^Lead ${id} ·`) })
const results = page.getByRole('heading', { name: 'Resultados' })
const dialogs = () => page.getByRole('dialog').elements().length

/** The view of this lead alone is open, before the board that shows this lead alone. */
async function isOpen(id: number): Promise<void> {
  await expect.element(viewOf(id)).toBeVisible()
  await expect.poll(dialogs).toBe(1)
  expect(window.location.search).toBe(`?lead=${id}`)
  await expect.poll(() => document.querySelectorAll('article').length).toBe(1)
  expect(document.querySelector('article')?.getAttribute('aria-label')).toBe(`Lead ${id}`)
}

/** Types as fast as the browser takes keys: nothing waits for the panel. */
const searches = (text: string) => userEvent.keyboard(`{Control>}k{/Control}${text}{Enter}`)

async function closes(): Promise<void> {
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialogs).toBe(0)
  await expect.poll(() => window.location.pathname + window.location.search).toBe('/')
}

test('leads chosen one after the other by the search open each time, and the filter they set is cleared', async () => {
  await openApp('/', { leads: own })
  await expect.element(page.getByRole('form', { name: 'Filtros' })).toBeVisible()
  for (const id of [101, 102, 101]) {
    await searches(String(id))
    await isOpen(id)
    await closes()
  }
  await userEvent.click(page.getByRole('button', { name: 'Limpar Filtros' }))
  await expect.element(results).not.toBeInTheDocument()
  await searches('101')
  await isOpen(101)
})

test('a client who calls is found by the end of the number, the own lead first, each with status and broker', async () => {
  const caller = { client_cellphone: '31988776650', state: 2, status: 2 } as const
  await openApp('/', {
    leads: (user) => [
      numbered(201, {
        ...caller,
        broker_id: null,
        state: 1,
        status: 1,
        create_lead_date: iso('2026-11-02T09:00:00'),
      }),
      numbered(202, { ...caller, broker_id: user.id }),
      numbered(203, { client_cellphone: '31966507788' }),
    ],
    clients: [201, 202, 203].map((id) =>
      aClient({
        uid: `client-${id}`,
        id,
        name: `Cliente ${id}`,
        cellphone: id === 203 ? '31966507788' : '31988776650',
      }),
    ),
  })
  // The frame is painted after the outline of the app; a key before that has nobody to hear it.
  await expect.element(page.getByRole('button', { name: /^Buscar leads e telas/ })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}(31) 8877-6650')
  const hits = page.getByRole('dialog', { name: 'Busca' }).getByRole('button', { name: /^Lead 20/ })
  await expect.element(hits.nth(1)).toBeVisible()
  expect(hits.elements().map((hit) => hit.textContent)).toEqual([
    expect.stringMatching(/Cliente 202.*Negociação · seu/),
    expect.stringMatching(/Cliente 201.*Origem · sem corretor/),
  ])
  await isInOrder('hits by phone')
})

test('another lead is chosen above an open view, and Back leads to the one before', async () => {
  await openApp('/?lead=101', { leads: own })
  await isOpen(101)
  await searches('102')
  await isOpen(102)
  window.history.back()
  await isOpen(101)
  window.history.forward()
  await isOpen(102)
})

test('a tab of the board ends the filter of a search, and the same lead opens again', async () => {
  await openApp('/?lead=102', { leads: own })
  await isOpen(102)
  await closes()
  await expect.element(results).toBeVisible()
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await expect.element(results).not.toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('article').length).toBe(3)
  await searches('102')
  await isOpen(102)
})

test('each line of the bell opens its lead, also the same one again', async () => {
  const late = iso('2026-11-18T09:00:00')
  const scheduled = (user: SessionUser) =>
    [101, 102].map((id) =>
      numbered(id, {
        state: 2,
        status: 2,
        broker_id: user.id,
        lead_scheduling: { scheduling_date: late, description: `Ligar para ${id}`, status: 0 },
      }),
    )
  await openApp('/', { leads: scheduled })
  for (const id of [101, 102, 101]) {
    await userEvent.click(page.getByRole('button', { name: /^Avisos/ }))
    const panel = page.getByRole('dialog', { name: /^Avisos/ })
    await userEvent.click(panel.getByRole('link', { name: new RegExp(`^Lead ${id}`) }))
    await isOpen(id)
    await closes()
  }
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a lead from its address is in order', async () => {
    await openApp('/?lead=103', { ...look, leads: own })
    await isOpen(103)
    await isInOrder('a lead from its address')
  })
})

test('the form takes the place of the view; closed, it leads to where the user came from', async () => {
  await openApp('/sincronizacao', { leads: own })
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  await searches('103')
  await isOpen(103)
  await userEvent.click(viewOf(103).getByRole('button', { name: 'Trabalhar lead' }))
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
  await expect.poll(dialogs).toBe(1)
  await userEvent.click(page.getByRole('banner').getByRole('button', { name: 'Fechar', exact: true }))
  await expect.poll(() => window.location.pathname).toBe('/sincronizacao')
})

test('a free lead is captured from its view, also after the question was closed once', async () => {
  const { peer, user } = await openApp('/', { leads: [numbered(104)] })
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await searches('104')
  await isOpen(104)
  const question = page.getByRole('dialog', { name: 'Capturar lead' })
  const capture = viewOf(104).getByRole('button', { name: 'Capturar esse Lead' })
  await userEvent.click(capture)
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(viewOf(104)).toBeVisible()
  await userEvent.click(capture)
  await userEvent.click(question.getByRole('button', { name: 'Continuar' }))
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
  await expect.poll(dialogs).toBe(1)
  await expect.poll(() => peer.server.leads.get('lead-104')?.broker_id).toBe(user.id)
})

test('Enter takes no hit of the text before, and finds a screen too', async () => {
  await openApp('/', { leads: own })
  await expect.element(page.getByRole('form', { name: 'Filtros' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const panel = page.getByRole('dialog', { name: 'Busca' })
  const field = panel.getByRole('textbox', { name: 'Buscar' })
  await userEvent.fill(field, '101')
  await expect.element(panel.getByRole('button', { name: /^Lead 101 ·/ })).toBeVisible()
  await userEvent.fill(field, '102')
  await userEvent.keyboard('{Enter}')
  await isOpen(102)
  await searches('Sincronização')
  await expect.poll(() => window.location.pathname).toBe('/sincronizacao')
})

test('letters of two keys, as á of an accent and an a, reach the search before its field has the focus', async () => {
  await openApp('/', {
    leads: [numbered(105, { client_name: 'Rangel Prado' }), numbered(106, { client_name: 'Ângela Prado' })],
  })
  await expect.element(page.getByRole('button', { name: /^Buscar/ })).toBeVisible()
  const ctrlK = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
  document.dispatchEvent(new KeyboardEvent('keydown', ctrlK))
  await Promise.resolve()
  // As an input method does, before the panel is there.
  document.execCommand('insertText', false, 'Ânge')
  await userEvent.keyboard('{Enter}')
  await isOpen(106)
  await closes()
})

test('the search gives the focus back to what had it before the first letter', async () => {
  await openApp('/', { leads: own })
  const field = page.getByRole('textbox', { name: 'Busca' })
  await expect.element(field).toBeVisible()
  await userEvent.click(field)
  await userEvent.keyboard('{Control>}k{/Control}sin')
  await expect.element(panel.getByRole('textbox', { name: 'Buscar' })).toHaveValue('sin')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

const panel = page.getByRole('dialog', { name: 'Busca' })
const hits = panel.getByRole('button', { name: /^Lead \d/ })
const finds = async (text: string) => {
  // Before the first painting nobody presses a key.
  await expect.element(page.getByRole('button', { name: /^Buscar/ })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.fill(panel.getByRole('textbox', { name: 'Buscar' }), text)
}
const hitNames = () => hits.elements().map((hit) => /^Lead (\d+)/.exec(hit.textContent ?? '')?.[1])

/** Of one client: everything by which somebody may ask for it. */
const ASKED = {
  client_name: 'Joana Moreira',
  client_cellphone: '31988776650',
  proposal: 'P-778899',
  old_number: 'D-88',
  additional_information: 'Apólice 12.345-6',
  product_details: { details: '', chassis: '', license_plate: 'ABC1D23', year: '', brand: '' },
} satisfies Partial<Lead>

const asked = (user: SessionUser) => [
  numbered(301, { ...ASKED, state: 2, status: 2, broker_id: user.id }),
  numbered(302, { client_name: 'Marta Moreira', client_cellphone: '31955554444' }),
  numbered(303, { client_name: 'Marcos Silva', client_cellphone: '31966665555' }),
]
const askedClients = [
  aClient({
    uid: 'client-301',
    id: 301,
    name: 'Joana Moreira',
    mail: 'joana@exemplo.com.br',
    cellphone: '31988776650',
  }),
  aClient({ uid: 'client-302', id: 302, name: 'Marta Moreira', mail: '', cellphone: '31955554444' }),
  aClient({ uid: 'client-303', id: 303, name: 'Marcos Silva', mail: '', cellphone: '31966665555' }),
]

test('without a network a client is found by whatever is known, the own lead first, and all of them on the board', async () => {
  const { peer } = await openApp('/', { leads: asked, clients: askedClients })
  await expect.element(page.getByRole('form', { name: 'Filtros' })).toBeVisible()
  cutNetwork(peer)
  for (const text of ['6650', '77665-0', 'abc1', 'P-7788', '123456', 'd-88', 'Joana@', 'joana moreira']) {
    await finds(text)
    await expect.poll(hitNames, { message: text }).toEqual(['301'])
    await userEvent.keyboard('{Escape}')
  }
  await finds('mrcs')
  await expect.poll(hitNames).toEqual(['303'])
  await userEvent.keyboard('{Escape}')
  await finds('morera')
  await expect.poll(hitNames).toEqual(['301', '302'])
  await userEvent.click(panel.getByRole('button', { name: 'Ver todos (2)' }))
  await expect.element(results).toBeVisible()
  await expect.poll(() => document.querySelectorAll('article').length).toBe(2)
  await expect.element(page.getByRole('textbox', { name: 'Busca' })).toHaveValue('morera')
  expect(window.location.search).toBe('')
})

test('the filter bar finds by a plate, and Ver todos opens the board from another screen', async () => {
  await openApp('/', { leads: asked, clients: askedClients })
  await userEvent.fill(page.getByRole('textbox', { name: 'Busca' }), 'abc-1d23')
  await userEvent.keyboard('{Enter}')
  await expect.element(results).toBeVisible()
  await expect.poll(() => document.querySelector('article')?.getAttribute('aria-label')).toBe('Lead 301')
  await searches('Sincronização')
  await expect.poll(() => window.location.pathname).toBe('/sincronizacao')
  await finds('moreira')
  await userEvent.click(panel.getByRole('button', { name: 'Ver todos (2)' }))
  await expect.poll(() => window.location.pathname).toBe('/')
  await expect.poll(() => document.querySelectorAll('article').length).toBe(2)
})

test('a setting is found by what people call it, and its card is brought into sight', async () => {
  await openApp('/', { role: 1, leads: own })
  await finds('feriados')
  // A page of the help has the same title.
  const setting = panel.getByRole('button', { name: /^Expediente e feriados\s*Configurações/ })
  await expect.element(setting).toBeVisible()
  await expect.element(panel.getByRole('button', { name: /Ajuda( ·|$)/ }).first()).toBeVisible()
  await isInOrder('places')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.pathname).toBe('/configuracoes')
  await expect.element(page.getByRole('form', { name: 'Expediente e feriados' })).toBeInViewport()
})

test('a question names the report of whom and of when, and opens it with that filter', async () => {
  await openApp('/', { role: 2, leads: own })
  await finds('Quantos leads perdemos por preço em outubro?')
  await userEvent.click(panel.getByRole('button', { name: /^Rel\. de Perdas.*outubro de \d{4}$/ }))
  await expect.poll(() => window.location.pathname).toBe('/relatorio-perdas')
  expect(window.location.search).toMatch(/\bde=.*\d{4}-10-01.*\bate=.*\d{4}-10-31/)
})

test('a broker is offered no setting, and finds its own screen by another word', async () => {
  await openApp('/', { leads: own })
  await finds('feriados')
  await expect.element(panel.getByRole('button', { name: /Ajuda( ·|$)/ }).first()).toBeVisible()
  expect(panel.getByRole('button', { name: /^Expediente e feriados/ }).elements()).toEqual([])
  await userEvent.fill(panel.getByRole('textbox', { name: 'Buscar' }), 'senha')
  await expect.element(panel.getByRole('button', { name: /^Profile/ })).toBeVisible()
})

describe.each(LOOKS)('hits at $width, $scheme', (look) => {
  test('leads, screens and help are in order', async () => {
    await openApp('/', { ...look, leads: asked, clients: askedClients })
    await expect.element(page.getByRole('article').first()).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: /^Buscar/ }))
    await userEvent.fill(panel.getByRole('textbox', { name: 'Buscar' }), 'mor')
    await expect.element(panel.getByRole('button', { name: 'Ver todos (2)' })).toBeVisible()
    await isInOrder('hits')
    await userEvent.fill(panel.getByRole('textbox', { name: 'Buscar' }), 'renovação')
    await expect.element(panel.getByRole('button', { name: /Ajuda( ·|$)/ }).first()).toBeVisible()
    await isInOrder('places')
  })
})
