/** A sheet has what the screen shows: a figure's leads, their order and the columns in sight. docs/rules.md#reports */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { brokerLeadsSheetRoute } from '../../../src/contract/reports/broker-indications.ts'
import { openApp } from '../support/app.tsx'
import {
  answersBrokerReport,
  BROKER_REPORT,
  leadLinks,
  leadsOfReport,
  report,
  TITLE,
} from '../support/broker-report.ts'
import { savedFiles } from '../support/downloads.ts'
import { cutNetwork } from '../support/network.ts'

/** Lines above the columns of each sheet. */
const ABOVE = 3

const openReport = () => openApp(BROKER_REPORT, { role: 2, script: answersBrokerReport })

const exportLeads = () => userEvent.click(report.getByRole('button', { name: 'Exportar leads' }))

/** Carla's sold leads, the clients in their order, without the column 'Produto'. */
async function chooseLeads(): Promise<void> {
  await userEvent.click(report.getByRole('button', { name: 'Vendidos de Carla Nunes: 3, ver os leads' }))
  await expect.element(leadLinks).toHaveLength(3)
  await userEvent.click(leadsOfReport.getByRole('button', { name: 'Cliente', exact: true }))
  await expect.poll(() => window.location.search).toContain('ordem=')
  await userEvent.click(report.getByRole('button', { name: 'Visões' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Colunas…' }))
  const columns = page.getByRole('dialog', { name: 'Colunas' })
  await userEvent.click(columns.getByRole('checkbox', { name: 'Produto' }))
  await userEvent.click(columns.getByRole('button', { name: 'Fechar', exact: true }).last())
  await expect.element(leadsOfReport.getByRole('columnheader', { name: /^Produto/ })).not.toBeInTheDocument()
}

/** The text of heads and cells. */
const shown = () =>
  [...leadsOfReport.element().querySelectorAll('thead tr, tbody tr')].map((row) =>
    Array.from(row.children, (cell) => (cell instanceof HTMLElement ? cell.innerText.trim() : '')),
  )

const two = (number: number) => String(number).padStart(2, '0')

/** A sheet's cell as the screen writes it. */
function wordsOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '-'
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell)
  if (!(cell instanceof Date)) throw new Error('neither a text, a number nor a date')
  const day = `${two(cell.getUTCDate())}/${two(cell.getUTCMonth() + 1)}/${cell.getUTCFullYear()}`
  return `${day} ${two(cell.getUTCHours())}:${two(cell.getUTCMinutes())}`
}

test('a sheet is asked for with the figure, the order and the columns of the screen', async () => {
  const files = savedFiles()
  const { peer } = await openReport()
  peer.answers(brokerLeadsSheetRoute, new Blob(['a sheet']))
  await chooseLeads()
  await exportLeads()
  await expect.poll(() => files.length).toBe(1)
  expect(await files[0]?.text()).toBe('a sheet')
  const [asked] = peer.callsOf(brokerLeadsSheetRoute)
  expect(asked?.query.get('figure')).toBe('sold')
  expect(asked?.query.get('row')).toBe('3')
  expect(asked?.query.get('order')).toMatch(/^-?client_name$/)
  expect(asked?.query.get('columns')?.split(',')).toContain('client_name')
  expect(asked?.query.get('columns')?.split(',')).not.toContain('product')
})

test('without a network the device makes the sheet of the cells of the screen, and names what was chosen', async () => {
  const files = savedFiles()
  const { peer } = await openReport()
  await chooseLeads()
  cutNetwork(peer)
  await expect.element(leadLinks).toHaveLength(3)
  const before = shown()
  await exportLeads()
  await expect.poll(() => files.length).toBe(1)
  expect(files[0]?.name).toMatch(/^relatorio_indicacoes_corretora_leads_vendidos_de_carla_nunes_.*\.xlsx$/)
  const { sheets } = await readXlsx((await files[0]?.bytes()) ?? new Uint8Array())
  const rows = sheets[0]?.rows ?? []
  expect(String(rows[0]?.[0])).toContain(`${TITLE}: Leads · Período: `)
  expect(String(rows[1]?.[0])).toBe('Só Vendidos de Carla Nunes')
  expect(String(rows[2]?.[0])).toMatch(/^Dados de 18\/11\/2026 09:30 · Exportado por /)
  // The sheet ends with the details of an external indication, which no table has room for.
  expect(rows.slice(ABOVE).map((row) => before[0]?.map((_, place) => wordsOf(row[place])))).toEqual(before)
})

test('a refused sheet is no file, and says that it was not downloaded', async () => {
  const files = savedFiles()
  const { peer } = await openReport()
  peer.refuses(brokerLeadsSheetRoute, {
    status: 503,
    code: 'unavailable',
    message: 'O servidor está ocupado.',
  })
  await expect.element(leadLinks.first()).toBeVisible()
  await exportLeads()
  await expect.element(page.getByText(/O servidor está ocupado\./)).toBeVisible()
  expect(files).toEqual([])
})
