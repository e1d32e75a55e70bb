/**
 * A report's sheets have what the screen shows: the figure's leads, their order, the columns in sight; without a network, too.
 * docs/rules.md#reports. tests/api/reports/kept-sheets.test.ts compares the device's sheets with the server's cell by cell.
 */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { XLSX } from '../../../src/contract/xlsx.ts'
import { openApp } from '../support/app.tsx'
import {
  answersBrokerReport,
  BROKER_REPORT,
  brokerIndicationsFiles,
  leadLinks,
  leadsOfReport,
  REFERRALS,
  report,
  TITLE,
} from '../support/broker-report.ts'
import { savedFiles } from '../support/downloads.ts'
import { cutNetwork } from '../support/network.ts'

const SERVED = 'the server made this file'
const PERIOD = 'de=2026-11-01&ate=2026-11-30'
const FILE = 'relatorio_indicacoes_corretora'
/** Lines above the columns of each sheet. */
const ABOVE = 3

const openReport = () =>
  openApp(`${BROKER_REPORT}?${PERIOD}&por_pagina=100`, {
    role: 2,
    script: (peer) => {
      answersBrokerReport(peer)
      for (const { route } of brokerIndicationsFiles) peer.answers(route, new Blob([SERVED], { type: XLSX }))
    },
  })

const table = leadsOfReport.getByRole('table', { name: 'Leads' })
const heads = () => [...table.element().querySelectorAll('thead th')].map(({ textContent }) => textContent)

/** A figure, an order and a hidden column. */
async function choosesWhatIsShown(): Promise<void> {
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

const exports = (name: string): Locator => report.getByRole('button', { name, exact: true })

// A sheet ends with the details of an external indication, which no table has room for.
test('both sheets are asked of the server as they are shown, and saved under the name of what was chosen', async () => {
  const files = savedFiles()
  const { peer } = await openReport()
  await userEvent.click(exports('Exportar resumo'))
  await expect.poll(() => files.length).toBe(1)
  expect(files[0]?.name).toBe(`${FILE}_resumo_01_11_2026_30_11_2026.xlsx`)
  expect(await files[0]?.text()).toBe(SERVED)
  await choosesWhatIsShown()
  await userEvent.click(exports('Exportar leads'))
  await expect.poll(() => files.length).toBe(2)
  expect(files[1]?.name).toBe(`${FILE}_leads_vendidos_de_carla_nunes_01_11_2026_30_11_2026.xlsx`)
  const asked = brokerIndicationsFiles.map(({ route }) =>
    Object.fromEntries(peer.callsOf(route)[0]?.query ?? []),
  )
  const days = { date_ini: '2026-11-01', date_end: '2026-11-30' }
  expect(asked[0]).toEqual(days)
  expect(asked[1]).toEqual({
    ...days,
    figure: 'sold',
    row: '3',
    order: 'client_name',
    columns: expect.stringMatching(/^(?!.*product)id,client_name,create_lead_date.*,insurance_details$/),
  })
  expect(asked[1]?.columns?.split(',')).toHaveLength(heads().length + 1)
})

/** Presses the button without a network, and reads the sheet by another library than its writer. */
async function exported(files: ReturnType<typeof savedFiles>, button: string) {
  const before = files.length
  await userEvent.click(exports(button))
  await expect.poll(() => files.length).toBe(before + 1)
  const { sheets } = await readXlsx((await files[before]?.bytes()) ?? new Uint8Array())
  const rows = sheets[0]?.rows ?? []
  return {
    name: files[before]?.name,
    above: rows.slice(0, ABOVE).map(([line]) => line),
    rows: rows.slice(ABOVE),
  }
}

/** A sheet's cell as the screen writes it. */
function wordsOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '-'
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell)
  if (!(cell instanceof Date)) throw new Error('neither a text, a number nor a date')
  const [year, month, day, time] = cell.toISOString().split(/[-T]/)
  return `${day}/${month}/${year} ${time?.slice(0, 5)}`
}

test('without a network the device makes the sheet of the same cells, and says from when they are', async () => {
  const files = savedFiles()
  const { peer, user, load } = await openReport()
  await choosesWhatIsShown()
  cutNetwork(peer)
  await load(window.location.pathname + window.location.search)
  await expect.element(report.getByText('Sem conexão. Dados de 18/11/2026 09:30.').first()).toBeVisible()
  await expect.element(leadLinks).toHaveLength(3)
  const shown = [...table.element().querySelectorAll('thead tr, tbody tr')].map((row) =>
    Array.from(row.children, (cell) => (cell instanceof HTMLElement ? cell.innerText.trim() : '')),
  )
  const leads = await exported(files, 'Exportar leads')
  // After them come the details of an external indication.
  expect(leads.rows.map((row) => shown[0]?.map((_, place) => wordsOf(row[place])))).toEqual(shown)
  expect(leads.name).toBe(`${FILE}_leads_vendidos_de_carla_nunes_01_11_2026_30_11_2026.xlsx`)
  expect(leads.above[0]).toContain(`${TITLE}: Leads · Período: `)
  expect(leads.above[1]).toBe('Só Vendidos de Carla Nunes')
  expect(leads.above[2]).toBe(`Dados de 18/11/2026 09:30 · Exportado por ${user.name}`)
  const summary = await exported(files, 'Exportar resumo')
  const counts = summary.rows.slice(1).map(([name, count]) => [name, count])
  expect(counts.at(-1)).toEqual(['Total', REFERRALS.length])
  expect(counts).toHaveLength(4)
})
