/** 'Importar': lines of another system are seen, imported, and taken back. docs/rules.md#any-import */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type DataImport,
  dataImportsRoute,
  decideImportRoute,
  type ImportDecision,
  importDecisionsRoute,
  importMappingsRoute,
  keptRowsRoute,
  saveImportMappingRoute,
  startDataImportRoute,
  undoDataImportRoute,
} from '../../../src/contract/imports.ts'
import { openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { chooseFile } from '../support/list-file.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'

const FILE = [
  'Deal - ID;Deal - Contact person;Deal - Owner;Deal - Status;Deal - Deal created;Deal - Deal closed on;Deal - Value;Person - Phone - Mobile',
  'PD-701;Zilda Vendida;carla;Won;2025-03-10 09:15:00;2025-03-20 17:40:00;2350.00;31 98888-7001',
  'PD-702;Bia Aberta;carla;Open;2026-11-02 10:00:00;;;31 98888-7002',
  'PD-703;Davi Aberto;carla;Open;2026-11-03 10:00:00;;;31 98888-7003',
  'PD-704;Sem Dono;Fulano de Tal;Open;2026-11-03 10:00:00;;;31 98888-7004',
  'PD-705;Sem Fim;carla;Won;2025-04-01 10:00:00;;1200.00;31 98888-7005',
].join('\r\n')

const DONE: DataImport = {
  id: 1,
  state: 'done',
  list: 'leads',
  source: 'Pipedrive',
  file_name: 'pipedrive.csv',
  user: { id: 2, name: 'Gustavo Prado' },
  total: 3,
  done: 3,
  made: 3,
  updated: 0,
  existing: 0,
  undecided: 0,
  refused: 2,
  blank: 0,
  created_at: '2026-11-18T12:00:00.000Z',
  ended_at: '2026-11-18T12:01:00.000Z',
  undo_until: '2026-11-25T12:00:00.000Z',
  undo_total: 0,
  undo_done: 0,
  removed: 0,
  kept: 0,
}

/** Keeps the imports. A start and an undo are done by the next reading. */
function keepsImports(peer: Peer, rows: readonly DataImport[]): void {
  let imports = rows
  peer.answersBy(dataImportsRoute, () => ({ data: [...imports] }))
  peer.answersBy(startDataImportRoute, () => {
    imports = [DONE]
    return { ...DONE, state: 'running' as const, done: 0 }
  })
  peer.answersBy(undoDataImportRoute, () => {
    imports = [{ ...DONE, state: 'undone', undo_until: null, removed: 2, kept: 1 }]
    return { ...DONE, state: 'undoing' as const }
  })
  peer.answers(importMappingsRoute, { data: [] })
  peer.answers(saveImportMappingRoute, {
    id: 1,
    list: 'leads',
    name: 'Pipedrive',
    source: '',
    headers: {},
  })
  peer.answers(keptRowsRoute, {
    data: [{ kind: 'lead', id: 702, name: 'Bia Aberta', line: 3, reason: 'Um corretor capturou este lead' }],
  })
}

const openImports = (rows: readonly DataImport[] = [], look: Look = {}) =>
  openApp('/importar', { ...look, role: 1, script: (peer) => keepsImports(peer, rows) })

const start = page.getByRole('button', { name: /^Importar \d/ })
const sum = page.getByText(/^5\slinhas = /)
const refused = page.getByRole('table', { name: 'Linhas recusadas' })
const line = page.getByRole('row', { name: /pipedrive\.csv/ })
const channel = page.getByRole('combobox', { name: 'Canal, se faltar' })
const source = page.getByRole('combobox', { name: 'Sistema de origem' })

/** The lines are read, and have the channel 'Site'. */
async function openFile(look: Look = {}) {
  const app = await openImports([], look)
  await expect.element(page.getByText('Nenhuma importação ainda')).toBeVisible()
  await chooseFile('pipedrive.csv', FILE)
  await userEvent.click(channel)
  await userEvent.click(page.getByRole('option', { name: 'Site' }))
  await expect.element(sum).toHaveTextContent('5 linhas = 3 boas + 2 recusadas + 0 em branco')
  return app
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the lines of a file are in order, with targets for thumbs', async () => {
    await openFile(look)
    window.scrollTo(0, 0)
    await isInOrder('/importar')
    if (look.width !== 'desk') await hasTargetsForThumbs('/importar')
  })
})

test('a model of the list is saved', async () => {
  const files = savedFiles()
  await openImports()
  await userEvent.click(page.getByRole('button', { name: 'Baixar modelo' }))
  await expect.poll(() => files[0]?.name).toBe('modelo_leads.xlsx')
  expect((await files[0]?.text())?.slice(0, 2)).toBe('PK')
})

test('no line is good without a channel, and each refused one says why', async () => {
  await openImports()
  await chooseFile('pipedrive.csv', FILE)
  await expect.element(sum).toHaveTextContent('5 linhas = 0 boas + 5 recusadas + 0 em branco')
  await expect.element(start).toBeDisabled()
  await userEvent.click(channel)
  await userEvent.click(page.getByRole('option', { name: 'Site' }))
  await expect.element(sum).toHaveTextContent('5 linhas = 3 boas + 2 recusadas + 0 em branco')
  await expect
    .element(refused.getByRole('row', { name: /PD-704/ }))
    .toMatchTextContent('Corretor ‘Fulano de Tal’ não está no Farol')
  await expect
    .element(refused.getByRole('row', { name: /PD-705/ }))
    .toMatchTextContent('Vendido sem data de encerramento')
})

test('the limits of a file are said before it is chosen', async () => {
  await openImports()
  await expect
    .element(page.getByText(/Até 25 MB, 100\.000 linhas, 256 colunas e 32\.767 caracteres por célula\./))
    .toBeVisible()
})

test('letters in doubt are asked with names, and the answer is sent', async () => {
  const { peer } = await openImports()
  await userEvent.click(page.getByRole('radio', { name: 'Clientes' }))
  // 'TIÃO' in CP850.
  const bytes = Array.from('Nome;CPF\nTI').map((sign) => sign.charCodeAt(0))
  await chooseFile('dos.csv', Uint8Array.from([...bytes, 0xc7, 0x4f, 0x0a]))
  const accents = page.getByRole('radiogroup', { name: 'Acentos' })
  await expect.element(accents.getByRole('radio', { name: 'TIÇO' })).toBeVisible()
  await expect.element(start).toBeDisabled()
  await userEvent.click(accents.getByRole('radio', { name: 'TIÃO' }))
  await expect.element(page.getByRole('table', { name: 'Primeiras linhas' })).toMatchTextContent('TIÃO')
  await expect.element(accents.getByRole('radio', { name: 'TIÃO' })).toBeChecked()
  await source.fill('Sistema antigo')
  await userEvent.click(start)
  await expect.poll(() => peer.callsOf(startDataImportRoute)).toHaveLength(1)
})

test('a mapping is saved by its name', async () => {
  const { peer } = await openFile()
  await userEvent.click(page.getByRole('button', { name: 'Salvar mapeamento' }))
  const naming = page.getByRole('dialog', { name: 'Salvar mapeamento' })
  await naming
    .getByRole('combobox', { name: 'Nome' })
    .or(naming.getByRole('textbox', { name: 'Nome' }))
    .fill('Pipedrive')
  await userEvent.click(naming.getByRole('button', { name: 'Salvar' }))
  await expect.element(page.getByText('Mapeamento salvo').first()).toBeVisible()
  expect(peer.bodiesOf(saveImportMappingRoute)).toMatchObject([{ list: 'leads', name: 'Pipedrive' }])
})

test('without its system a file is not sent, and afterwards it is sent once', async () => {
  const { peer } = await openFile()
  await userEvent.click(start)
  await expect.element(page.getByText('Diga de que sistema vêm os dados')).toBeVisible()
  expect(peer.callsOf(startDataImportRoute)).toEqual([])
  await source.fill('Pipedrive')
  await userEvent.click(start)
  await expect.element(line).toMatchTextContent('Concluída')
  const cells = line
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(expect.arrayContaining(['pipedrive.csv', 'Leads', 'Pipedrive', '3', '2']))
  expect(peer.callsOf(startDataImportRoute)).toHaveLength(1)
})

test('a start whose answer is lost is not reported as begun, and the lines stay', async () => {
  const { peer } = await openFile()
  await source.fill('Pipedrive')
  peer.losesAnswer(startDataImportRoute)
  await userEvent.click(start)
  await expect.element(page.getByRole('alert').filter({ hasText: 'Não sabemos' })).toBeVisible()
  await expect.element(page.getByText('Importação iniciada')).not.toBeInTheDocument()
  await expect.element(sum).toBeVisible()
})

test('an import is taken back but for what was touched, which is listed with the reason', async () => {
  await openImports([DONE])
  await userEvent.click(line.getByRole('button', { name: 'Desfazer importação de pipedrive.csv' }))
  const question = page.getByRole('dialog', { name: 'Desfazer a importação?' })
  await expect.element(question).toMatchTextContent('‘pipedrive.csv’ trouxe 3 leads')
  await userEvent.click(question.getByRole('button', { name: 'Desfazer importação' }))
  await expect.element(line).toMatchTextContent('Desfeita: 2 saíram, 1 ficou')
  await userEvent.click(line.getByRole('button', { name: 'Ver o que ficou de pipedrive.csv' }))
  const kept = page.getByRole('dialog', { name: 'O que ficou de pipedrive.csv' })
  await expect.element(kept.getByRole('row', { name: /^3 Lead/ })).toMatchTextContent('Bia Aberta')
  await isInOrder('what stayed of an import')
})

describe.each(LOOKS)('a line of which two clients could be meant, $width, $scheme', (look) => {
  test('is the chosen client', async () => {
    const person = { name: 'Bia Reis', document: '', cellphone: '31988887777', phone: '', mail: '' }
    const decision: ImportDecision = {
      line: 3,
      reason: 'Mais de um cliente tem este nome e este contato',
      person,
      candidates: [
        { ...person, uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091', id: 41 },
        { ...person, uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8092', id: 42, mail: 'bia@exemplo.com.br' },
      ],
    }
    const { peer } = await openImports([{ ...DONE, undecided: 1 }], look)
    let waiting = [decision]
    peer.answersBy(importDecisionsRoute, () => ({ data: waiting }))
    peer.answersBy(decideImportRoute, () => {
      waiting = []
      peer.answers(dataImportsRoute, { data: [DONE] })
      return DONE
    })
    await userEvent.click(page.getByRole('button', { name: 'Decidir linhas de pipedrive.csv' }))
    const region = page.getByRole('region', { name: 'Linha 3' })
    await expect.element(region.getByText('bia@exemplo.com.br')).toBeVisible()
    await isInOrder('/importar, a decision')
    if (look.width !== 'desk') await hasTargetsForThumbs('/importar, a decision')
    await userEvent.click(region.getByRole('button', { name: 'É esta pessoa' }).nth(1))
    await expect.element(page.getByText('Nenhuma linha espera uma decisão.')).toBeVisible()
    expect(peer.bodiesOf(decideImportRoute)).toEqual([
      { decisions: [{ line: 3, decision: 'join', client_uid: decision.candidates[1]?.uid }] },
    ])
  })
})

test('a start whose answer was lost is sent again under its key', async () => {
  const { peer } = await openFile()
  peer.answers(dataImportsRoute, { data: [] })
  peer.losesAnswer(startDataImportRoute)
  await source.fill('Pipedrive')
  await userEvent.click(start)
  await expect.element(page.getByText(/Não sabemos se a importação começou/)).toBeVisible()
  peer.answers(startDataImportRoute, DONE)
  await userEvent.click(start)
  await expect.element(page.getByText(/^Este arquivo já foi importado/).first()).toBeVisible()
  const keys = peer.callsOf(startDataImportRoute).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})
