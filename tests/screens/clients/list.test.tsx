/** 'Clientes': the list, edits without a network, and leads that the device does not mirror. docs/rules.md#list-of-clients */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { leadRoute } from '../../../src/contract/board.ts'
import { knownContactRoute } from '../../../src/contract/client-merges.ts'
import { clientListRoute, clientSheetRoute, type ListedClient } from '../../../src/contract/clients.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { aClient, aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const MIRRORED = aClient({
  name: 'Ana Souza',
  mail: 'ana@exemplo.com.br',
  phone: '3133332222',
})
/** Of an old lead, which no device mirrors. */
const DISTANT = aClient({
  uid: 'client-2',
  id: 2,
  name: 'Davi Lage',
  mail: 'davi@exemplo.com.br',
  phone: '3133331111',
  cellphone: '31988881111',
})
const OLD_LEAD = aLead({ uid: 'lead-2', id: 902, client_uid: DISTANT.uid, client_name: DISTANT.name })

/** As the server answers it. */
const ANSWERED = {
  ...OLD_LEAD,
  client: DISTANT,
  channel: null,
  inviter: null,
  inviter_Phone: '',
  broker: null,
  partner: null,
  insurance: null,
  sale_value: null,
}

const listed = (client: Client): ListedClient => ({
  ...client,
  is_active: true,
  leads: client.uid === DISTANT.uid ? [{ ...OLD_LEAD, product: 'Auto' }] : [],
})

/** The server's clients as they are now. */
function listsClients(peer: Peer): void {
  peer.server.rows.writeClient(DISTANT)
  peer.answersBy(clientListRoute, ({ query }) => {
    const name = (query.get('name') ?? '').toLowerCase()
    const data = [...peer.server.rows.clients.values()]
      .filter((client) => client.name.toLowerCase().includes(name))
      .map(listed)
    return { data, pagination: { total: data.length } }
  })
  peer.answers(knownContactRoute, { data: [] })
}

const openClients = (look: Look & { readonly role?: 1 | 3 } = {}, path = '/clients') =>
  openApp(path, {
    ...look,
    clients: [MIRRORED],
    leads: (user) => [aLead({ client_name: MIRRORED.name, state: 2, status: 2, broker_id: user.id })],
    script: listsClients,
  })

const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByRole('textbox', { name })
const save = dialog.getByRole('button', { name: 'Salvar' })
const edit = (name: string) => page.getByRole('button', { name: `Editar ${name}` })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list and the client are in order, with targets for thumbs', async () => {
    await openClients(look)
    await expect.element(edit('Ana Souza')).toBeVisible()
    await isInOrder('/clients')
    if (look.width !== 'desk') await hasTargetsForThumbs('/clients')
    await userEvent.click(edit('Ana Souza'))
    await expect.element(save).toBeVisible()
    await isInOrder('the client')
    if (look.width !== 'desk') await hasTargetsForThumbs('the client')
  })
})

test('the leads of a client open below it and close again', async () => {
  await openClients()
  const more = page.getByRole('button', { name: 'Informações adicionais de Davi Lage' })
  const heading = page.getByRole('columnheader', { name: 'Descrição' })
  await userEvent.click(more)
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  await expect.element(heading).toBeVisible()
  await userEvent.click(more)
  await expect.element(heading).not.toBeInTheDocument()
})

test('a typed name filters the list, which counts its hits, and the address keeps it', async () => {
  await openClients()
  await page.getByRole('textbox', { name: 'Nome' }).fill('davi')
  await expect.poll(() => window.location.search).toBe('?nome=davi')
  await expect.element(page.getByText('1 resultado')).toBeVisible()
  await expect.element(edit('Ana Souza')).not.toBeInTheDocument()
})

test('the sheet is asked of the server with the filter of the list', async () => {
  const files = savedFiles()
  const asked: (string | null)[] = []
  const { peer } = await openClients({}, '/clients?nome=davi')
  peer.answersBy(clientSheetRoute, ({ query }) => {
    asked.push(query.get('name'))
    return new Blob(['PK'])
  })
  await userEvent.click(page.getByRole('button', { name: 'Exportar' }))
  await expect.poll(() => files[0]?.name).toMatch(/^clientes_\d\d_\d\d_\d{4}\.xlsx$/)
  expect(asked).toEqual(['davi'])
})

test('without a network the device lists its own clients; an edit shows at once and is sent later', async () => {
  const { peer, go } = await openClients({}, '/seguros')
  cutNetwork(peer)
  await go('/clients')
  await expect
    .element(page.getByText('Sem conexão: estes são os clientes guardados neste aparelho.'))
    .toBeVisible()
  await expect.element(edit('Davi Lage')).not.toBeInTheDocument()
  await userEvent.click(edit('Ana Souza'))
  await expect.element(field('Nome')).toBeDisabled()
  await field('E-mail').fill('')
  await userEvent.click(save)
  await expect.element(dialog.getByText('Campo Obrigatório')).toBeVisible()
  await field('E-mail').fill('offline@exemplo.com.br')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('offline@exemplo.com.br')).toBeVisible()
  expect(peer.server.rows.clients.get(MIRRORED.uid)?.mail).toBe('ana@exemplo.com.br')
  restoreNetwork(peer)
  await expect.poll(() => peer.server.rows.clients.get(MIRRORED.uid)?.mail).toBe('offline@exemplo.com.br')
  await expect.element(page.getByText('offline@exemplo.com.br')).toBeVisible()
})

test('a client that the device does not mirror shows its edit at once, and after it was sent', async () => {
  const { peer } = await openClients({ role: 1 })
  await userEvent.click(edit('Davi Lage'))
  await field('E-mail').fill('antigo@exemplo.com.br')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('antigo@exemplo.com.br')).toBeVisible()
  await expect.poll(() => peer.server.rows.clients.get(DISTANT.uid)?.mail).toBe('antigo@exemplo.com.br')
  await expect.element(page.getByText('antigo@exemplo.com.br')).toBeVisible()
})

test('a colleague who changed the same client in between is asked about', async () => {
  const { peer, go } = await openClients({ role: 1 })
  await userEvent.click(edit('Davi Lage'))
  await field('E-mail').fill('meu@exemplo.com.br')
  peer.server.changeClient(DISTANT.uid, { mail: 'deles@exemplo.com.br' })
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  await go('/sincronizacao')
  await expect.element(page.getByRole('cell', { name: 'deles@exemplo.com.br' })).toBeVisible()
  await expect.element(page.getByText('Davi Lage').first()).toBeVisible()
  expect(peer.server.rows.clients.get(DISTANT.uid)?.mail).toBe('deles@exemplo.com.br')
})

test('a lead that the device does not mirror opens to read, and again without a network', async () => {
  const { peer, go } = await openClients({ role: 1 })
  peer.answers(leadRoute, ANSWERED)
  await userEvent.click(page.getByRole('button', { name: 'Informações adicionais de Davi Lage' }))
  await userEvent.click(page.getByRole('link', { name: 'Abrir lead' }))
  const lead = page.getByRole('article', { name: 'Lead 902' })
  await expect.element(lead.getByRole('heading', { name: /Davi Lage/ })).toBeVisible()
  await expect.element(lead.getByText(/aqui ele pode ser lido/)).toBeVisible()
  await expect.element(lead.getByRole('region', { name: 'Prazos' })).toBeVisible()
  await expect.element(page.getByText('Nenhum lead encontrado')).not.toBeInTheDocument()
  cutNetwork(peer)
  await go('/?lead=903')
  await expect.element(page.getByRole('heading', { name: 'Este lead não está neste aparelho' })).toBeVisible()
  await go('/?lead=902')
  await expect.element(lead.getByText(/Sem conexão\. Dados de/)).toBeVisible()
  await expect.element(lead.getByRole('heading', { name: /Davi Lage/ })).toBeVisible()
})
