/** 'Importar renovações': a file is chosen, mapped and seen, and a doubtful line is decided. docs/rules.md#renewal-import */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decideDoubleRoute, policyDoublesRoute } from '../../../src/contract/policy-doubles.ts'
import { type RenewalImport, renewalImportsRoute } from '../../../src/contract/renewal-imports.ts'
import {
  decideRenewalsRoute,
  type RenewalDecision,
  renewalDecisionsRoute,
  startRenewalImportRoute,
} from '../../../src/contract/renewals.ts'
import { openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { chooseFile } from '../support/list-file.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'

/** 'Código' is no header that anybody knows. */
const FILE = [
  'Código;Produto;Segurado;CPF/CNPJ;Celular;E-mail;Seguradora;Fim de vigência;Grupo hierárquico',
  'AP-1;Auto;Zilda Renova;529.982.247-25;(31) 98888-7777;zilda@exemplo.com.br;Porto;28/12/2026;123',
  'AP-2;Auto;Sem Corretor;111.444.777-35;(31) 98888-6666;;Porto;28/12/2026;nenhum',
  'AP-3;Auto;Documento Errado;111.111.111-11;;;Porto;28/12/2026;123',
].join('\r\n')

const DONE: RenewalImport = {
  id: 1,
  state: 'done',
  file_name: 'dezembro.csv',
  channel_id: 27,
  inviter_id: 2,
  partner_id: null,
  user: { id: 2, name: 'Gustavo Prado' },
  total: 2,
  done: 2,
  made: 1,
  updated: 0,
  unassigned: 1,
  refused: 1,
  blank: 0,
  undecided: 0,
  created_at: '2026-11-18T12:00:00.000Z',
  ended_at: '2026-11-18T12:01:00.000Z',
}

const POLICY = { policy_number: '77', item: '', end_of_validity: '2026-12-28' }
const DECISION: RenewalDecision = {
  line: 2,
  reason: 'Sem seguradora não se sabe se é a mesma apólice.',
  row: {
    ...POLICY,
    product: 'Auto',
    client_name: 'Davi Dois',
    document: '11144477735',
    cellphone: '',
    phone: '',
    mail: '',
    insurer: '',
    group: '123',
    notes: [],
  },
  candidates: [
    { ...POLICY, id: 5, lead_id: 31, client_name: 'Zilda Um', document: '52998224725', insurer: 'Porto' },
  ],
  people: [],
}

function keepsImports(peer: Peer, rows: readonly RenewalImport[]): void {
  let imports = rows
  peer.answers(policyDoublesRoute, { data: [] })
  peer.answersBy(renewalImportsRoute, () => ({ data: [...imports] }))
  peer.answersBy(startRenewalImportRoute, () => {
    imports = [DONE]
    return { ...DONE, state: 'running' as const, done: 0 }
  })
}

const openRenewals = (rows: readonly RenewalImport[] = [], look: Look = {}) =>
  openApp('/importar-renovacoes', { ...look, role: 1, script: (peer) => keepsImports(peer, rows) })

const start = page.getByRole('button', { name: /^Importar \d/ })
const line = page.getByRole('row', { name: /dezembro\.csv/ })

/** The file is read, with its policies in the column 'Código'. */
async function openFile(look: Look = {}) {
  const app = await openRenewals([], look)
  await expect.element(page.getByText('Nenhuma importação ainda')).toBeVisible()
  await chooseFile('dezembro.csv', FILE)
  await expect.element(page.getByText('Escolha a coluna')).toBeVisible()
  await expect.element(start).toBeDisabled()
  await userEvent.click(page.getByRole('combobox', { name: 'Apólice' }))
  await userEvent.click(page.getByRole('option', { name: 'Código' }))
  await expect
    .element(page.getByText(/^3\slinhas = /))
    .toHaveTextContent('3 linhas = 2 boas + 1 recusada + 0 em branco')
  return app
}

/** Two columns that name something with a word left over, and one of the broker. */
const DOUBTED = [
  'Apól.;Nome Seg.;CPF/CNPJ;Vencimento 1ª Parc.;Vencimento Comissão;Tel. Cor.;Tel. Recado;Seguradora;Grupo',
  'AP-1;Zilda Renova;529.982.247-25;10/01/2027;28/12/2026;(31) 3333-0000;31 98888-7777;Porto;123',
  'AP-2;Bia Melo;111.444.777-35;11/01/2027;28/12/2026;(31) 3333-0000;31 98888-6666;Porto;123',
  'AP-3;Caio Luz;390.533.447-05;12/01/2027;29/12/2026;(31) 3333-0000;31 98888-5555;Porto;123',
  'Total: 3;;;;;;;;',
].join('\r\n')

describe.each(LOOKS)('$width, $scheme: a doubtful column', (look) => {
  test('shows three of its values, until it is chosen by hand', async () => {
    await openRenewals([], look)
    await expect.element(page.getByText('Nenhuma importação ainda')).toBeVisible()
    await chooseFile('dezembro.csv', DOUBTED)
    const ofName = page.getByText('Confira esta coluna: ‘Zilda Renova’, ‘Bia Melo’, ‘Caio Luz’')
    const ofEnd = page.getByText('Confira esta coluna: ‘28/12/2026’, ‘29/12/2026’')
    const ofPhone = page.getByText('Confira esta coluna: ‘31 98888-7777’, ‘31 98888-6666’, ‘31 98888-5555’')
    for (const sentence of [ofName, ofEnd, ofPhone]) await expect.element(sentence).toBeVisible()
    await expect
      .element(page.getByText(/^4\slinhas = /))
      .toHaveTextContent('4 linhas = 3 boas + 1 recusada + 0 em branco')
    await expect
      .element(page.getByRole('table', { name: 'Linhas recusadas' }))
      .toMatchTextContent('É um total, e não uma pessoa: ‘Total: 3’')
    await isInOrder('/importar-renovacoes')
    await userEvent.click(page.getByRole('combobox', { name: 'Vencimento do seguro' }))
    await userEvent.click(page.getByRole('option', { name: 'Vencimento 1ª Parc.' }))
    await expect.element(ofEnd).not.toBeInTheDocument()
    await expect.element(ofName).toBeVisible()
  })
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the lines of a file are in order, with targets for thumbs', async () => {
    await openFile(look)
    window.scrollTo(0, 0)
    await isInOrder('/importar-renovacoes')
    if (look.width !== 'desk') await hasTargetsForThumbs('/importar-renovacoes')
  })
})

test('a file is remapped, and its good and refused lines are seen before anything is sent', async () => {
  const files = savedFiles()
  const { peer } = await openFile()
  const first = page.getByRole('table', { name: 'Primeiras linhas' })
  await expect.element(first.getByRole('row', { name: /Zilda Renova/ })).toMatchTextContent('529.982.247-25')
  const refused = page.getByRole('table', { name: 'Linhas recusadas' })
  await expect.element(refused.getByRole('row', { name: /AP-3/ })).toMatchTextContent('CPF/CNPJ inválido')
  await userEvent.click(page.getByRole('button', { name: 'Baixar recusadas' }))
  await expect.poll(() => files[0]?.name).toMatch(/^renovacoes_recusadas_\d\d_\d\d_\d{4}\.xlsx$/)
  expect(peer.callsOf(startRenewalImportRoute)).toEqual([])
})

test('an import is sent once, and its figures are listed by kind', async () => {
  const { peer } = await openFile()
  await userEvent.click(start)
  await expect.element(line).toMatchTextContent('Concluída')
  const headings = [...(line.element().closest('table')?.querySelectorAll('th') ?? [])]
  const cells = line.element().querySelectorAll('td')
  const figure = (label: string) =>
    cells[headings.findIndex(({ textContent }) => textContent.trim() === label)]?.textContent
  expect(['Leads novos', 'Atualizadas', 'Sem renovador', 'A decidir', 'Recusadas'].map(figure)).toEqual([
    '1',
    '0',
    '1',
    '0',
    '1',
  ])
  expect(peer.callsOf(startRenewalImportRoute)).toHaveLength(1)
})

test('a file that is none is refused with a sentence, and nothing is sent', async () => {
  const { peer } = await openRenewals()
  await chooseFile('foto.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]))
  await expect.element(page.getByRole('alert')).toMatchTextContent('não é uma planilha')
  await expect.element(start).not.toBeInTheDocument()
  expect(peer.callsOf(startRenewalImportRoute)).toEqual([])
})

test('a line of which it is not sure whether its policy exists is decided side by side', async () => {
  const { peer } = await openRenewals([{ ...DONE, undecided: 1 }])
  let waiting = [DECISION]
  peer.answersBy(renewalDecisionsRoute, () => ({ data: waiting }))
  peer.answersBy(decideRenewalsRoute, () => {
    waiting = []
    peer.answers(renewalImportsRoute, { data: [{ ...DONE, made: 2 }] })
    return { ...DONE, made: 2 }
  })
  await userEvent.click(line.getByRole('button', { name: 'Decidir linhas de dezembro.csv' }))
  const dialog = page.getByRole('dialog', { name: 'A decidir: dezembro.csv' })
  const region = dialog.getByRole('region', { name: 'Linha 2' })
  await expect.element(region).toMatchTextContent('Davi Dois')
  await expect.element(region).toMatchTextContent('Zilda Um')
  await expect.element(region.getByText('Outro segurado')).toBeVisible()
  await expect.element(region.getByRole('button', { name: 'É esta apólice' })).not.toBeInTheDocument()
  await isInOrder('a decision')
  // Its answer is lost: the line says so and stays until it is known.
  peer.losesAnswer(decideRenewalsRoute)
  await userEvent.click(region.getByRole('button', { name: 'É outra apólice' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Não sabemos se a decisão foi guardada')
  await expect.element(dialog).toMatchTextContent('Nenhuma linha espera uma decisão.')
  expect(peer.bodiesOf(decideRenewalsRoute)).toEqual([
    { decisions: [{ line: 2, decision: 'create', temp_id: null }] },
  ])
})

test('a decided line is gone, and the list no longer asks for a decision', async () => {
  const { peer } = await openRenewals([{ ...DONE, undecided: 1 }])
  let waiting = [DECISION]
  peer.answersBy(renewalDecisionsRoute, () => ({ data: waiting }))
  peer.answersBy(decideRenewalsRoute, () => {
    waiting = []
    peer.answers(renewalImportsRoute, { data: [DONE] })
    return DONE
  })
  const decide = line.getByRole('button', { name: 'Decidir linhas de dezembro.csv' })
  await userEvent.click(decide)
  await userEvent.click(page.getByRole('button', { name: 'É outra apólice' }))
  await expect.element(page.getByText('Nenhuma linha espera uma decisão.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(decide).not.toBeInTheDocument()
})

test('the insured who may be two clients is the chosen one', async () => {
  const client = { document: '', cellphone: '31988887777', phone: '', mail: '' }
  const people = [
    { ...client, uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091', id: 41, name: 'Davi Dois' },
    {
      ...client,
      uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8092',
      id: 42,
      name: 'Davi Dois',
      mail: 'davi@exemplo.com.br',
    },
  ]
  const { peer } = await openRenewals([{ ...DONE, undecided: 1 }])
  let waiting = [{ ...DECISION, candidates: [], people }]
  peer.answersBy(renewalDecisionsRoute, () => ({ data: waiting }))
  peer.answersBy(decideRenewalsRoute, () => {
    waiting = []
    return DONE
  })
  await userEvent.click(line.getByRole('button', { name: 'Decidir linhas de dezembro.csv' }))
  const region = page.getByRole('region', { name: 'Linha 2' })
  await expect.element(region.getByText('davi@exemplo.com.br')).toBeVisible()
  await isInOrder('two people')
  await userEvent.click(region.getByRole('button', { name: 'É esta pessoa' }).nth(1))
  await expect.element(page.getByText('Nenhuma linha espera uma decisão.')).toBeVisible()
  expect(peer.bodiesOf(decideRenewalsRoute)).toEqual([
    { decisions: [{ line: 2, decision: 'create', temp_id: null, client_uid: people[1]?.uid }] },
  ])
})

test('a start whose answer was lost is sent again under its key, another file under another', async () => {
  const { peer } = await openFile()
  peer.answers(renewalImportsRoute, { data: [] })
  peer.losesAnswer(startRenewalImportRoute)
  await userEvent.click(start)
  await expect.element(page.getByText(/Não sabemos se a importação começou/)).toBeVisible()
  peer.answers(startRenewalImportRoute, DONE)
  await userEvent.click(start)
  await expect.element(page.getByText(/^Este arquivo já foi importado/).first()).toBeVisible()
  const keys = peer.callsOf(startRenewalImportRoute).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  await chooseFile('janeiro.csv', FILE)
  await userEvent.click(page.getByRole('combobox', { name: 'Apólice' }))
  await userEvent.click(page.getByRole('option', { name: 'Código' }))
  await userEvent.click(start)
  await expect.poll(() => peer.callsOf(startRenewalImportRoute).length).toBe(3)
  expect(peer.callsOf(startRenewalImportRoute)[2]?.headers.get('idempotency-key')).not.toBe(keys[0])
})

describe.each(LOOKS)('policies that are there twice, $width, $scheme', (look) => {
  test('are decided side by side', async () => {
    const policy = { ...POLICY, client_name: 'Zilda Um', document: '52998224725' }
    let doubles = [
      {
        id: 6,
        policies: [
          { ...policy, id: 5, lead_id: 31, insurer: 'Tokio Marine' },
          { ...policy, id: 6, lead_id: 32, insurer: 'Tokyo Seg' },
        ],
      },
    ]
    const { peer } = await openApp('/importar-renovacoes', {
      ...look,
      role: 1,
      script: (scripted) => {
        keepsImports(scripted, [])
        scripted.answersBy(policyDoublesRoute, () => ({ data: doubles }))
        scripted.answersBy(decideDoubleRoute, () => {
          doubles = []
          return { data: [] }
        })
      },
    })
    const region = page.getByRole('region', { name: 'Apólice 77' })
    await expect.element(region).toMatchTextContent('Tokyo Seg')
    await isInOrder('/importar-renovacoes, doubles')
    if (look.width !== 'desk') await hasTargetsForThumbs('/importar-renovacoes, doubles')
    await userEvent.click(region.getByRole('button', { name: 'É a mesma: fica esta' }).first())
    await expect.element(region).not.toBeInTheDocument()
    expect(peer.bodiesOf(decideDoubleRoute)).toEqual([{ decision: 'same', keep_id: 5 }])
  })
})
