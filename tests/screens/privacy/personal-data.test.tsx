/** Export and erasure of a client: the page, the question, texts of others, and what the law keeps. docs/rules.md#personal-data */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientDuplicatesRoute, clientMergesRoute } from '../../../src/contract/client-merges.ts'
import { clientListRoute } from '../../../src/contract/clients.ts'
import { legalRecordsRoute, withoutContactRoute } from '../../../src/contract/legal-keep.ts'
import { blankMentionsRoute, type Mention, mentionsRoute } from '../../../src/contract/mentions.ts'
import {
  type ErasureCounts,
  erasePersonalDataRoute,
  erasurePreviewRoute,
  personalDataRoute,
} from '../../../src/contract/personal-data.ts'
import { aClient, aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { confirm, knowsPassword, needsConfirmation } from '../support/password.ts'
import type { Peer } from '../support/peer.ts'

const NAME = 'Josefa Prado'
const CLIENT = aClient({ id: 11, name: NAME, mail: 'josefa@exemplo.com.br' })
const LEAD = aLead({ client_name: NAME, channel_id: 8 })

const SALE = {
  lead_id: 1,
  insurance: 'Auto',
  proposal: '4711',
  policy_number: null,
  sold_on: '2026-01-10',
  valid_until: '2027-01-10',
  keep_until: '2032-01-10',
}
const COUNTS: ErasureCounts = { leads: 1, open_leads: 1, rows: {}, kept_by_law: [] }

const mention = (key: string, lead: number, before: string): Mention => ({
  key,
  table: 'leads',
  field: 'additional_information',
  lead: { uid: `lead-${lead}`, id: lead },
  excerpt: { before, match: NAME.toUpperCase(), after: ', quer franquia baixa.' },
  more: 0,
})
const MENTIONS = [mention('one', 21, 'Indicado por '), mention('other', 22, 'Amigo de ')]

/** Keeps the client until it is erased, and the mentions until they are blanked. */
function keepsClient(peer: Peer, counts: ErasureCounts, mentions: readonly Mention[]): void {
  let isErased = false
  let left = mentions
  peer.answersBy(clientListRoute, () => {
    const data = isErased ? [] : [{ ...CLIENT, is_active: true, leads: [] }]
    return { data, pagination: { total: data.length } }
  })
  peer.answers(clientDuplicatesRoute, { data: [], pagination: { total: 0 } })
  peer.answers(clientMergesRoute, { data: [] })
  peer.answers(erasurePreviewRoute, counts)
  peer.answersBy(mentionsRoute, () => ({ mentions: [...left], next: null, seconds: 5 }))
  peer.answersBy(blankMentionsRoute, (asked) => {
    needsConfirmation(asked)
    const { keys } = blankMentionsRoute.body.parse(asked.body)
    left = left.filter(({ key }) => !keys.includes(key))
    return { blanked: keys.length }
  })
  peer.answersBy(personalDataRoute, (asked) => {
    needsConfirmation(asked)
    const leads = [{ lead: LEAD, timeline: [], files: [] }]
    return { generated_at: '2026-11-18T13:00:00.000Z', client: CLIENT, leads, elsewhere: {} }
  })
  peer.answersBy(erasePersonalDataRoute, (asked) => {
    needsConfirmation(asked)
    isErased = true
    peer.server.erase(CLIENT.uid)
    return { erased_at: '2026-11-18T13:00:00.000Z' }
  })
  peer.answers(legalRecordsRoute, { data: [], total: 0 })
  knowsPassword(peer)
}

interface Case extends Look {
  readonly counts?: ErasureCounts
  readonly mentions?: readonly Mention[]
}

const openClients = ({ counts = COUNTS, mentions = [], ...look }: Case = {}, path = '/clients') =>
  openApp(path, {
    ...look,
    role: 1,
    leads: [LEAD],
    clients: [CLIENT],
    script: (peer) => keepsClient(peer, counts, mentions),
  })

const dialog = page.getByRole('dialog', { name: `Apagar os dados pessoais de ${NAME}?` })
const erase = dialog.getByRole('button', { name: 'Apagar dados pessoais' })
const found = dialog.getByRole('region', { name: 'Trechos em outros registros' })
const lines = found.getByRole('listitem')
const alert = dialog.getByRole('alert')
const allRead = found.getByText(/^Todos os textos foram lidos/)

const openRow = () =>
  userEvent.click(page.getByRole('button', { name: /^(Informações adicionais|Mostrar mais)/ }))

async function ask(): Promise<void> {
  await openRow()
  await userEvent.click(page.getByRole('button', { name: 'Apagar dados pessoais' }))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the question with a sale and texts of others is in order, with targets for thumbs', async () => {
    await openClients({ ...look, counts: { ...COUNTS, kept_by_law: [SALE] }, mentions: MENTIONS })
    await ask()
    await expect.element(allRead).toBeVisible()
    await isInOrder('the question')
    if (look.width !== 'desk') await hasTargetsForThumbs('the question')
  })

  test('the export is in order, with targets for thumbs', async () => {
    await openClients(look, '/clients/dados-pessoais?cliente=11')
    await confirm()
    await expect.element(page.getByRole('heading', { name: `Dados pessoais de ${NAME}` })).toBeVisible()
    await isInOrder('the export')
    if (look.width !== 'desk') await hasTargetsForThumbs('the export')
  })
})

test('a client is exported after the password, to the screen and as JSON', async () => {
  const files = savedFiles()
  await openClients()
  await openRow()
  await userEvent.click(page.getByRole('link', { name: 'Exportar dados' }))
  await confirm()
  await expect.element(page.getByText(CLIENT.mail)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Baixar JSON' }))
  await expect.poll(() => files[0]?.name).toBe('dados-pessoais-11.json')
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({ client: { mail: CLIENT.mail } })
})

test('an erased client leaves the list and the device', async () => {
  const { db } = await openClients()
  expect(await db.clients.get(CLIENT.uid)).toMatchObject({ mail: CLIENT.mail })
  await ask()
  await expect.element(dialog.getByText(/^Nome, documentos, nascimento, contatos e endereço/)).toBeVisible()
  await expect.element(allRead).toBeVisible()
  await userEvent.click(erase)
  await confirm()
  await expect.element(page.getByText('Dados pessoais apagados')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Nenhum cliente ainda')).toBeVisible()
  await expect.poll(async () => JSON.stringify(await db.clients.toArray())).not.toContain(CLIENT.mail)
  await expect.poll(async () => JSON.stringify(await db.answers.toArray())).not.toContain(CLIENT.mail)
})

test('an erasure waits for the search in texts of others, and asks where it failed', async () => {
  const { peer } = await openClients({ mentions: MENTIONS })
  peer.refuses(mentionsRoute, { status: 500, code: 'internal', message: 'Erro' })
  const release = peer.holds(mentionsRoute)
  await ask()
  await expect.element(found.getByText('Procurando em todos os textos…')).toBeVisible()
  await expect.element(erase).toBeDisabled()
  release()
  await expect.element(erase).toBeEnabled()
  await userEvent.click(erase)
  await expect.element(dialog.getByText('Termine a busca ou marque que apaga sem ela')).toBeVisible()
  const anyway = dialog.getByRole('checkbox', { name: 'Apagar sem terminar a busca' })
  await expect.element(anyway).toHaveFocus()
  peer.answers(mentionsRoute, { mentions: MENTIONS, next: null, seconds: 5 })
  await userEvent.click(found.getByRole('button', { name: 'Procurar de novo' }))
  await expect.element(allRead).toBeVisible()
  await expect.element(anyway).not.toBeInTheDocument()
  expect(peer.callsOf(erasePersonalDataRoute)).toEqual([])
})

test('texts of others that name the person are shown with the place marked, and blanked one by one', async () => {
  const { peer } = await openClients({ mentions: MENTIONS })
  await ask()
  const first = lines.filter({ hasText: 'Lead 21 · Informações adicionais' })
  await expect.element(first).toMatchTextContent('Indicado por')
  expect(first.element().querySelector('mark')?.textContent).toBe(NAME.toUpperCase())
  await userEvent.click(first.getByRole('button', { name: 'Apagar este trecho' }))
  await confirm()
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(lines).toMatchTextContent('Lead 22')
  expect(peer.bodiesOf(blankMentionsRoute).at(-1)).toEqual({ keys: ['one'] })
})

test('texts of others that name the person are blanked all at once', async () => {
  const { peer } = await openClients({ mentions: MENTIONS })
  await ask()
  await userEvent.click(found.getByRole('button', { name: 'Apagar todos' }))
  await confirm()
  await expect.element(found.getByText(/nenhum outro registro cita esta pessoa/)).toBeVisible()
  expect(peer.bodiesOf(blankMentionsRoute).at(-1)).toEqual({ keys: ['one', 'other'] })
})

test('a client with a sale asks for a reason before anything is erased', async () => {
  const { peer } = await openClients({ counts: { ...COUNTS, kept_by_law: [SALE] } })
  await ask()
  await expect.element(dialog.getByText('A lei manda guardar')).toBeVisible()
  await expect.element(dialog.getByRole('checkbox', { name: 'Guardar o que a lei pede' })).toBeChecked()
  await expect.element(allRead).toBeVisible()
  await userEvent.click(erase)
  await expect.element(dialog.getByText(/^Diga o motivo/)).toBeVisible()
  expect(peer.callsOf(erasePersonalDataRoute)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Pedido da pessoa')
  await userEvent.click(erase)
  await confirm()
  await expect.element(page.getByText('Dados pessoais apagados')).toBeVisible()
  expect(peer.bodiesOf(erasePersonalDataRoute).at(-1)).toEqual({ reason: 'Pedido da pessoa', keep: true })
})

test('without the server nothing is erased or reported as erased, and the question says so', async () => {
  const { peer } = await openClients()
  await ask()
  await expect.element(allRead).toBeVisible()
  peer.losesAnswer(erasePersonalDataRoute)
  await userEvent.click(erase)
  await expect.element(alert).toMatchTextContent('Sem resposta do servidor.')
  await expect.element(page.getByText('Dados pessoais apagados')).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Voltar' }))
  // Nor is anything asked for that can't be shown.
  cutNetwork(peer)
  await userEvent.click(page.getByRole('button', { name: 'Apagar dados pessoais' }))
  await expect.element(dialog.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
})

test('an export without a network says so, and is asked for again on a press', async () => {
  const { peer, go } = await openClients({}, '/seguros')
  cutNetwork(peer)
  await go('/clients/dados-pessoais?cliente=11')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Sem conexão')
  restoreNetwork(peer)
  await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }))
  await confirm()
  await expect.element(page.getByRole('heading', { name: `Dados pessoais de ${NAME}` })).toBeVisible()
})

describe('what is kept and discarded', () => {
  const record = {
    ...SALE,
    id: 1,
    client_id: 11,
    insured_name: NAME,
    insured_document: '52998224725',
    reason: 'Pedido de [apagado]',
    created_at: '2026-11-18T13:00:00.000Z',
  }

  test('an administrator searches what the law keeps, and sees who would go', async () => {
    const { peer, go } = await openClients()
    peer.answersBy(legalRecordsRoute, ({ body }) => {
      const data = legalRecordsRoute.body.parse(body).text === '' ? [record] : []
      return { data, total: data.length }
    })
    const nobody = { clients: 0, more: false, leads: 0, open_leads: 0, first: [] }
    peer.answersBy(withoutContactRoute, ({ query }) => ({ years: Number(query.get('years')), ...nobody }))
    await go('/clients/guarda')
    await expect.element(page.getByText(NAME)).toBeVisible()
    await expect.element(page.getByText('Pedido de [apagado]')).toBeVisible()
    await isInOrder('what is kept and discarded')
    await page.getByRole('textbox', { name: 'Nome, documento, proposta ou apólice' }).fill('ninguém assim')
    await userEvent.click(page.getByRole('button', { name: 'Procurar' }))
    await expect.element(page.getByText('Nenhum registro.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Ver quem sairia' }))
    await expect.element(page.getByText('Com 5 anos, ninguém sairia.')).toBeVisible()
  })

  test('a manager is led neither to it nor to an erasure', async () => {
    await openApp('/clients', { role: 2, script: (peer) => keepsClient(peer, COUNTS, []) })
    await openRow()
    await expect.element(page.getByRole('link', { name: /^Clientes repetidos/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Guarda e descarte' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Exportar dados' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Apagar dados pessoais' })).not.toBeInTheDocument()
  })
})
