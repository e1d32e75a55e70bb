/** A file that does not say whether the day or the month comes first: it is seen in words, chosen, and sent so. docs/rules.md#order-of-days */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  dataImportsRoute,
  type ImportMapping,
  importMappingsRoute,
  saveImportMappingRoute,
  startDataImportRoute,
} from '../../../src/contract/imports.ts'
import { renewalImportsRoute } from '../../../src/contract/renewal-imports.ts'
import { startRenewalImportRoute } from '../../../src/contract/renewals.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { chooseFile } from '../support/list-file.ts'
import type { Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'
import { tap } from '../support/tap.ts'

const WIDTHS = [{ width: 'phone' }, { width: 'desk' }] as const satisfies readonly Look[]
/** The device's clock is of 2026. */
const POLICIES = [
  'Apólice;Segurado;CPF/CNPJ;Seguradora;Fim de vigência',
  'AP-1;Ana Reis;529.982.247-25;Porto;03/25/2027',
  'AP-2;Bia Melo;111.444.777-35;Porto;03/04/2027',
  'AP-3;Caio Luz;390.533.447-05;Porto;25/04/2027',
].join('\r\n')

const press = (width: Look['width']) => (width === 'phone' ? tap : userEvent.click)
const start = page.getByRole('button', { name: /^Importar \d/ })
const first = page.getByRole('table', { name: 'Primeiras linhas' })
const orderOf = (header: string) => page.getByRole('radiogroup', { name: `Datas de ‘${header}’` })
const choice = (header: string, name: string) => orderOf(header).getByRole('radio', { name })
const inWords = (header: string) => page.getByRole('list', { name: `Datas de ‘${header}’ por extenso` })

async function openPolicies(look: Look = {}, content = POLICIES) {
  const app = await openApp('/importar-renovacoes', {
    ...look,
    role: 1,
    script: (peer) => peer.answers(renewalImportsRoute, { data: [] }),
  })
  await expect.element(page.getByText('Nenhuma importação ainda')).toBeVisible()
  await chooseFile('apolices.csv', content)
  await expect.element(page.getByText(/^3\slinhas = /)).toBeVisible()
  return app
}

describe.each(WIDTHS)('$width: policies whose days contradict each other', (look) => {
  test('are not sent until the order is chosen, and then as it was chosen', async () => {
    const { peer } = await openPolicies(look)
    peer.refuses(startRenewalImportRoute, {
      status: 409,
      code: 'conflict',
      message: 'Já há uma importação em andamento.',
    })
    await expect.element(page.getByText('Escolha o que vem primeiro')).toBeVisible()
    await expect
      .element(inWords('Fim de vigência'))
      .toMatchTextContent('03/04/2027: 3 de abril de 2027 (dia/mês) ou 4 de março de 2027 (mês/dia)')
    await isInOrder('an order that is not chosen')
    if (look.width === 'phone') await hasTargetsForThumbs('an order that is not chosen')
    await press(look.width)(start)
    await expect.element(orderOf('Fim de vigência')).toHaveFocus()
    expect(peer.callsOf(startRenewalImportRoute)).toEqual([])

    await press(look.width)(choice('Fim de vigência', 'mês/dia'))
    await expect.element(first.getByRole('row', { name: /AP-2/ })).toMatchTextContent('04/03/2027')
    await expect.element(inWords('Fim de vigência')).toMatchTextContent('03/04/2027: 4 de março de 2027')
    await expect.element(inWords('Fim de vigência')).toMatchTextContent('25/04/2027: não é uma data')
    await expect.element(page.getByText('Escolha o que vem primeiro')).not.toBeInTheDocument()
    await expect.element(start).toHaveTextContent('Importar 2 renovações')
    await isInOrder('an order that is chosen')

    await press(look.width)(start)
    await expect.element(page.getByText('Já há uma importação em andamento.')).toBeVisible()
    // Another choice takes the place of the first one.
    await press(look.width)(choice('Fim de vigência', 'dia/mês'))
    await expect.element(first.getByRole('row', { name: /AP-2/ })).toMatchTextContent('03/04/2027')
    await press(look.width)(start)
    await expect.poll(() => peer.callsOf(startRenewalImportRoute)).toHaveLength(2)
    expect(peer.bodiesOf(startRenewalImportRoute)).toMatchObject([
      { day_orders: '{"end_of_validity":"month-first"}' },
      { day_orders: '{"end_of_validity":"day-first"}' },
    ])
  })
})

test('policies with the month first say so, and are sent so without a choice', async () => {
  const { peer } = await openPolicies({}, POLICIES.replace('25/04/2027', '12/01/2026'))
  peer.losesAnswer(startRenewalImportRoute)
  await expect
    .element(page.getByText('‘Fim de vigência’ tem o mês antes do dia, e foi lida assim.'))
    .toBeVisible()
  await expect.element(choice('Fim de vigência', 'mês/dia')).toBeChecked()
  await userEvent.click(start)
  // Its answer is lost: the file and its order stay.
  await expect.element(page.getByRole('alert').filter({ hasText: 'Não sabemos' })).toBeVisible()
  await expect.element(choice('Fim de vigência', 'mês/dia')).toBeChecked()
  expect(peer.bodiesOf(startRenewalImportRoute)).toMatchObject([
    { day_orders: '{"end_of_validity":"month-first"}' },
  ])
})

test('policies with the day first ask nothing', async () => {
  await openPolicies({}, POLICIES.replace('03/25/2027', '25/03/2027'))
  await expect.element(orderOf('Fim de vigência')).not.toBeInTheDocument()
})

const CLIENTS = [
  'Nome;CPF;Data de nascimento',
  'Ana Reis;529.982.247-25;03/04/1985',
  'Bia Melo;111.444.777-35;05/06/1990',
].join('\r\n')

const MAPPING: ImportMapping = {
  id: 1,
  list: 'clients',
  name: 'Sistema antigo',
  source: 'Sistema antigo',
  headers: { client_name: 'Nome', document: 'CPF', birth_date: 'Data de nascimento' },
  day_orders: { birth_date: 'month-first' },
}

function keepsNothing(peer: Peer): void {
  peer.answers(dataImportsRoute, { data: [] })
  peer.answers(importMappingsRoute, { data: [MAPPING] })
  peer.answers(saveImportMappingRoute, MAPPING)
}

async function openClients(look: Look = {}) {
  const app = await openApp('/importar', { ...look, role: 1, script: keepsNothing })
  await press(look.width)(page.getByText('Clientes', { exact: true }).last())
  await chooseFile('clientes.csv', CLIENTS)
  await expect.element(page.getByText(/^2\slinhas = /)).toBeVisible()
  // It comes with an answer, above the lines.
  await expect.element(page.getByRole('combobox', { name: 'Mapeamento salvo' })).toBeVisible()
  return app
}

describe.each(WIDTHS)('$width: clients whose births say nothing', (look) => {
  test('have the day first, until the other order is chosen', async () => {
    const { peer } = await openClients(look)
    peer.refuses(startDataImportRoute, {
      status: 409,
      code: 'conflict',
      message: 'Já há uma importação em andamento.',
    })
    const { width } = look
    await expect.element(choice('Data de nascimento', 'dia/mês')).toBeChecked()
    await expect.element(inWords('Data de nascimento')).toMatchTextContent('05/06/1990: 5 de junho de 1990')
    await press(width)(choice('Data de nascimento', 'mês/dia'))
    await expect.element(inWords('Data de nascimento')).toMatchTextContent('05/06/1990: 6 de maio de 1990')
    await expect.element(first.getByRole('row', { name: /Bia Melo/ })).toMatchTextContent('06/05/1990')
    await isInOrder('births with the month first')
    await page.getByRole('combobox', { name: 'Sistema de origem' }).fill('Planilha')
    await press(width)(start)
    await expect
      .poll(() => peer.bodiesOf(startDataImportRoute))
      .toMatchObject([{ list: 'clients', day_orders: '{"birth_date":"month-first"}' }])
  })
})

test('a saved mapping brings its order, and is saved with the one that was chosen', async () => {
  const { peer } = await openClients()
  await userEvent.click(page.getByRole('combobox', { name: 'Mapeamento salvo' }))
  await userEvent.click(page.getByRole('option', { name: 'Sistema antigo' }))
  await expect.element(inWords('Data de nascimento')).toMatchTextContent('05/06/1990: 6 de maio de 1990')
  await userEvent.click(choice('Data de nascimento', 'dia/mês'))
  await expect.element(inWords('Data de nascimento')).toMatchTextContent('05/06/1990: 5 de junho de 1990')
  await userEvent.click(page.getByRole('button', { name: 'Salvar mapeamento' }))
  const naming = page.getByRole('dialog', { name: 'Salvar mapeamento' })
  await userEvent.click(naming.getByRole('button', { name: 'Salvar' }))
  await expect
    .poll(() => peer.bodiesOf(saveImportMappingRoute))
    .toMatchObject([{ day_orders: { birth_date: 'day-first' } }])
})
