/** Lists of reference data: created, changed, refused and deactivated, and read without a network. docs/rules.md#administration */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptList } from '../support/kept-list.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const dialog = page.getByRole('dialog')
const alert = dialog.getByRole('alert')
const add = page.getByRole('button', { name: 'Adicionar' })
const save = dialog.getByRole('button', { name: 'Salvar' })
const named = dialog.getByRole('textbox', { name: 'Nome' })
const described = dialog.getByRole('textbox', { name: 'Descrição' })
const cell = (name: string) => page.getByRole('cell', { name, exact: true })
const searchByName = page.getByRole('textbox', { name: 'Buscar por nome' })

const keepsTeams = (peer: Peer) =>
  new KeptList(peer, MANAGED.technical_teams, ({ description, active }) => ({
    description,
    active,
    channels: [],
  }))
const keepsChannels = (peer: Peer) =>
  new KeptList(peer, MANAGED.channels, ({ status_flow, ...body }) => ({
    ...body,
    custom: false,
    attendance_flow: { status_flow },
  }))
/** With what devices do not mirror. */
function keepsPartners(peer: Peer): KeptList {
  const partners = new KeptList(peer, MANAGED.partners)
  for (const { id } of partners.rows)
    partners.change(id, { quote_link_template: 'https://cotacao.exemplo.com.br', shared_tablet: false })
  return partners
}

const RULE = { id: 1, channel_id: 1, partner_id: 25, insurance_id: 1, broker_id: 3, status: 1 }

const PATHS = ['/seguros', '/technical-team', '/lead-broker-config', '/canais']

describe.each(LOOKS)('$width, $scheme', (look) => {
  test.each(PATHS)('%s and its form are in order, with targets for thumbs', async (path) => {
    await openApp(path, {
      ...look,
      role: 1,
      script: (peer) => new KeptList(peer, MANAGED.lead_broker_config).change(1, RULE),
    })
    await expect.element(page.getByRole('button', { name: /^Editar/ }).first()).toBeVisible()
    await isInOrder(path)
    if (look.width !== 'desk') await hasTargetsForThumbs(path)
    await userEvent.click(add)
    await expect.element(save).toBeVisible()
    await isInOrder(`${path}, new`)
    if (look.width !== 'desk') await hasTargetsForThumbs(`${path}, new`)
  })
})

test('a new insurance needs a name, and is listed once it is saved', async () => {
  await openApp('/seguros', { role: 1, script: (peer) => new KeptList(peer, MANAGED.insurances) })
  await userEvent.click(add)
  await userEvent.click(save)
  await expect.element(dialog.getByText('Campo Obrigatório')).toBeVisible()
  await expect.element(named).toHaveFocus()
  await named.fill('Seguro de drones')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await searchByName.fill('drones')
  await expect.element(cell('Seguro de drones')).toBeVisible()
  expect(window.location.search).toBe('?busca=drones')
})

test('a second press of the button while the answer is late saves nothing more', async () => {
  const { peer } = await openApp('/seguros', {
    role: 1,
    script: (peer) => new KeptList(peer, MANAGED.insurances),
  })
  const release = peer.holds(MANAGED.insurances.create)
  await userEvent.click(add)
  await named.fill('Seguro de drones')
  await userEvent.click(save)
  await expect.element(save).toHaveAttribute('data-loading')
  await userEvent.keyboard('{Enter}{Escape}')
  await expect.element(named).toHaveValue('Seguro de drones')
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(peer.callsOf(MANAGED.insurances.create)).toHaveLength(1)
})

test('a broker reads a list, sees what a colleague adds, and changes nothing', async () => {
  let list: KeptList | undefined
  const { peer } = await openApp('/seguros', {
    script: (peer) => {
      list = new KeptList(peer, MANAGED.insurances)
    },
  })
  await expect.element(cell('Bike')).toBeVisible()
  list?.change(700, { name: 'Seguro de drones', type: 1, active: true, persons: false })
  peer.poke()
  await searchByName.fill('drones')
  await expect.element(cell('Seguro de drones')).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^(Editar|Remover)/ })).not.toBeInTheDocument()
})

test('a deactivated insurance leaves the list of the active', async () => {
  await openApp('/seguros?busca=bike', { role: 2, script: (peer) => new KeptList(peer, MANAGED.insurances) })
  await userEvent.click(page.getByRole('button', { name: 'Editar Bike' }))
  await dialog.getByRole('switch', { name: 'Ativo' }).click()
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.click(page.getByText('Ativos', { exact: true }))
  await expect.element(cell('Bike')).not.toBeInTheDocument()
  await userEvent.click(page.getByText('Inativos', { exact: true }))
  await expect.element(cell('Bike')).toBeVisible()
})

test('a partner in use is not deleted: the answer counts who uses it and offers to deactivate', async () => {
  const NAME = 'Concessionária Horizonte'
  const { peer } = await openApp('/parceiros', { role: 1, script: keepsPartners })
  peer.refuses(MANAGED.partners.remove, {
    status: 409,
    code: 'in_use',
    message: 'A concessionária está em uso por 12 leads.',
  })
  await userEvent.click(page.getByRole('button', { name: `Remover ${NAME}` }))
  await expect.element(dialog).toMatchTextContent(`Tem certeza que deseja remover ${NAME}?`)
  await userEvent.click(dialog.getByRole('button', { name: 'Remover cadastro' }))
  await expect.element(alert).toMatchTextContent('em uso por 12 leads')
  await userEvent.click(dialog.getByRole('button', { name: 'Desativar cadastro' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.click(page.getByText('Inativos', { exact: true }))
  await expect.element(cell(NAME)).toBeVisible()
  // What devices do not mirror stays as it was.
  expect(peer.bodiesOf(MANAGED.partners.update)).toMatchObject([
    { active: false, code_wf: 'HOR', quote_link_template: 'https://cotacao.exemplo.com.br' },
  ])
})

test('a removal whose answer is lost is not reported as done', async () => {
  const { peer } = await openApp('/concorrentes', { role: 1 })
  peer.answers(MANAGED.competitor_brokers.remove, { message: 'Removido' })
  peer.losesAnswer(MANAGED.competitor_brokers.remove)
  await userEvent.click(page.getByRole('button', { name: 'Remover Banco do cliente' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remover cadastro' }))
  await expect.element(alert).toMatchTextContent('Não sabemos se foi removido')
  await expect.element(page.getByText('Removido com sucesso')).not.toBeInTheDocument()
})

test('without a network the list is read, and a save that fails keeps what was typed', async () => {
  const { peer } = await openApp('/concorrentes', {
    role: 1,
    script: (peer) => new KeptList(peer, MANAGED.competitor_brokers),
  })
  cutNetwork(peer)
  await expect.element(cell('Corretora Atlântico')).toBeVisible()
  await userEvent.click(add)
  await named.fill('Corretora do Porto')
  await userEvent.click(save)
  await expect.element(alert).toMatchTextContent('Sem conexão')
  await expect.element(named).toHaveValue('Corretora do Porto')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Descartar o que foi digitado?')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Voltar' }))
  await expect.element(page.getByText('Descartar o que foi digitado?')).not.toBeInTheDocument()
  restoreNetwork(peer)
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(cell('Corretora do Porto')).toBeVisible()
})

test("a channel's statuses move by buttons", async () => {
  await openApp('/canais', { role: 1, script: keepsChannels })
  await userEvent.click(page.getByRole('button', { name: 'Editar Autoindicação' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Subir Envio Cotação' }))
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('row', { name: /Autoindicação/ }))
    .toMatchTextContent('Negociação → Envio Cotação → Whatsapp/Ligou')
})

test('a list is sorted by a column, and its address says so', async () => {
  await openApp('/seguros', { role: 1 })
  const heading = page.getByRole('button', { name: /^ID(,|$)/ })
  const numbers = () =>
    [...document.querySelectorAll('tbody tr td:first-child')].map(({ textContent }) => Number(textContent))
  await userEvent.click(heading)
  await expect.poll(() => window.location.search).toBe('?ordem=id')
  await expect.poll(() => numbers()[0]).toBe(1)
  expect(numbers()).toEqual(numbers().toSorted((one, other) => one - other))
  expect(numbers().length).toBeGreaterThan(5)
  await userEvent.click(heading)
  await expect.poll(() => window.location.search).toBe('?ordem=-id')
  await expect.poll(() => numbers()[0]).not.toBe(1)
  expect(numbers()).toEqual(numbers().toSorted((one, other) => other - one))
})

test('a team whose answer was lost is saved again, and is there once', async () => {
  let teams: KeptList | undefined
  const { peer } = await openApp('/technical-team', {
    role: 1,
    script: (peer) => {
      teams = keepsTeams(peer)
    },
  })
  peer.losesAnswer(MANAGED.technical_teams.create)
  await userEvent.click(add)
  await described.fill('Equipe do litoral')
  await userEvent.click(save)
  await expect.element(alert).toMatchTextContent('Não sabemos se foi salvo')
  // It is there already, without what is typed now.
  await described.fill('Equipe do litoral norte')
  await userEvent.click(save)
  await expect
    .element(alert)
    .toMatchTextContent('já foi salvo. Está salvo: Descrição (agora Equipe do litoral)')
  await expect.element(described).toHaveValue('Equipe do litoral norte')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('row', { name: /Equipe do litoral/ }))
    .toMatchTextContent('litoral norte')
  expect(teams?.rows).toHaveLength(2)
})

test('another use of the dialog is another creation, and a taken name is shown at its field', async () => {
  const { peer } = await openApp('/technical-team', { role: 1, script: keepsTeams })
  const create = async (description: string) => {
    await userEvent.click(add)
    await described.fill(description)
    await userEvent.click(save)
  }
  await create('Equipe do litoral')
  await expect.element(dialog).not.toBeInTheDocument()
  const message = 'Já existe uma equipe com esta descrição: Equipe do litoral.'
  peer.refuses(MANAGED.technical_teams.create, { status: 422, message, errors: { description: [message] } })
  await create('equipe do LITORAL')
  await expect.element(dialog.getByText(message)).toBeVisible()
  const [first, second] = peer
    .callsOf(MANAGED.technical_teams.create)
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(first).not.toBe(second)
})

test('a partner that another user changed meanwhile: the change stays, and what was typed too', async () => {
  let partners: KeptList | undefined
  const { peer } = await openApp('/parceiros', {
    role: 1,
    script: (peer) => {
      partners = keepsPartners(peer)
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Editar Farol Seguros' }))
  await expect.element(named).toHaveValue('Farol Seguros')
  partners?.change(24, { code_wf: 'WF4711' })
  await named.fill('Farol Seguros Matriz')
  await userEvent.click(save)
  await expect.element(alert).toMatchTextContent('Mudou: Código da concessionária (agora WF4711)')
  await expect.element(named).toHaveValue('Farol Seguros Matriz')
  await expect.element(dialog.getByRole('textbox', { name: 'Code_WF' })).toHaveValue('WF4711')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(peer.bodiesOf(MANAGED.partners.update).at(-1)).toMatchObject({
    name: 'Farol Seguros Matriz',
    code_wf: 'WF4711',
  })
})
