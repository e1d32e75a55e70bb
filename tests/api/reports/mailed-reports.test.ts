/** Every report that can be mailed makes its sheets of a view, in the user's scope, as its screen exports them. */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { insertRows } from '../../../server/db/insert-rows.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { mailedReport, mailedReports } from '../../../server/reports/calls/registry.ts'
import { openSheet } from '../../../server/reports/calls/serve-report.ts'
import type { MailedSheet } from '../../../server/reports/calls/sheets-of-report.ts'
import { dealershipIndications } from '../../../src/domain/reports/dealership-indications.ts'
import { withColumns } from '../../../src/domain/reports/exported-table.ts'
import { leadDuplicates } from '../../../src/domain/reports/lead-duplicates.ts'
import { LEADS_TABLE } from '../../../src/domain/reports/lead-rows.ts'
import brokerIndications from '../../../src/domain/reports/plain/broker-indications.ts'
import { processing } from '../../../src/domain/reports/processing.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { describeDatabase } from '../support/databases.ts'
import { INTAKE_MONTH, loadIntake } from './data/intake.ts'
import { MAIN_PERIOD } from './data/leads.ts'
import { LIMITS } from './data/other-rows.ts'
import { ADMIN, BRUNA, CAIO, REFERRER, SHOP_OF_ONE } from './data/people.ts'
import { belowHead, inReportHouse, type ReportHouse } from './report-house.ts'

const OCTOBER = { de: MAIN_PERIOD.from, ate: MAIN_PERIOD.to, mes: INTAKE_MONTH }
const DIAGNOSIS = '/relatorio-diagnostico'

describeDatabase('mailed reports', (open) => {
  let house: ReportHouse
  inReportHouse(open, async (opened) => {
    house = opened
    await loadIntake(house.store.db)
    await insertRows(house.store.db, 'obligations', LIMITS)
  })

  const sourcesOf = async (
    userId: number,
    path: string,
    { sort = null, ...filter }: ReportFilter & { sort?: string | null } = {},
  ): Promise<MailedSheet[]> => {
    const user = await sessionUser(house.store.db, userId)
    if (user === null) throw new Error(`no user ${userId}`)
    const { context } = house.server
    const report = mailedReport(user, path)
    return (await report?.sheetsOf({ context, user, filter: { ...OCTOBER, ...filter }, sort })) ?? []
  }
  const countsOf = async (userId: number, path: string) =>
    Promise.all(
      (await sourcesOf(userId, path)).map(async ({ source: { lines } }) => {
        let count = 0
        for await (const batch of lines(undefined)) count += batch.rows.length
        return count
      }),
    )
  /** The file of the only sheet. */
  const fileOf = async (...asked: Parameters<typeof sourcesOf>) => {
    const [source, ...others] = await sourcesOf(...asked)
    const sheet =
      source === undefined || others.length > 0 ? null : await openSheet(source.source, source.shown, null)
    const file = await sheet?.file()
    if (sheet === null || !Buffer.isBuffer(file)) throw new Error('no sheet')
    const [{ rows } = { rows: [] }] = (await readXlsx(file)).sheets
    return { name: sheet.name, ...belowHead(rows) }
  }

  test.each([
    ['an administrator', ADMIN, 16],
    ['a broker', BRUNA, 10],
    ['a dealership', SHOP_OF_ONE, 3],
    ['a referrer', REFERRER, 1],
  ] as const)('%s gets the sheets of each report that its role sees', async (_, userId, most) => {
    const user = await sessionUser(house.store.db, userId)
    const paths = user === null ? [] : mailedReports(user)
    expect(paths).toHaveLength(most)
    // Its rows come from an outside service, which only its own test has.
    for (const path of paths.filter((each) => each !== '/relatorio-vendas-quiver')) {
      const counts = await countsOf(userId, path)
      expect(counts.length, path).toBeGreaterThan(0)
      // The period has leads for everybody, but a broker may have no renewal or loss in it.
      if (userId === ADMIN) expect(Math.min(...counts), path).toBeGreaterThan(0)
    }
  })

  test.each([
    brokerIndications.path,
    dealershipIndications.path,
  ])('the details of external indications, which may name illnesses, are in no mail of %s', async (path) => {
    const textOf = async (filter: ReportFilter) => {
      const [, leads] = await sourcesOf(ADMIN, path, filter)
      if (leads === undefined) throw new Error('no leads')
      const batches: unknown[] = []
      const { source, shown } = leads
      const { line } = withColumns(source.table.sheet ?? source.table, shown.columns)
      for await (const { rows } of source.lines(undefined)) batches.push(rows.map(line))
      return JSON.stringify([shown.columns, batches])
    }
    const whole = await textOf({})
    expect(whole).toContain('client_name')
    expect(whole).not.toMatch(/insurance_details|Onix/)
    // A view that hides all other columns.
    const ocultas = LEADS_TABLE.columns.map(({ key }) => `leads.${key}`)
    expect(await textOf({ ocultas })).toBe(whole)
  })

  test.each([
    ['renovacao', 'diagnostico_renovacao', '/diagnosisRenew/diagnosisRenewReportExport'],
    ['seguro-novo', 'diagnostico_seguro_novo', '/diagnosis/diagnosisReportExport'],
  ])("a view of the tab %s has that tab's sheet", async (aba, name, call) => {
    const { rows: exported } = await house.sheet(
      ADMIN,
      `${call}?start_date=${MAIN_PERIOD.from}&end_date=${MAIN_PERIOD.to}`,
    )
    expect(exported.length).toBeGreaterThan(7)
    const mailed = await fileOf(ADMIN, DIAGNOSIS, { aba })
    expect(mailed.rows).toEqual(exported)
    expect(mailed.name).toBe(`${name}_01_10_2026_31_10_2026.xlsx`)
  })

  test('a view without a tab has the sheet of the first one', async () => {
    expect((await fileOf(ADMIN, DIAGNOSIS)).name).toMatch(/^diagnostico_renovacao_/)
  })

  test('the renewals of a month come as the screen exports them, under the month', async () => {
    const { rows: exported } = await house.sheet(
      ADMIN,
      `/lead-temps/leadTempsExport?reference_month=${INTAKE_MONTH}&status=9`,
    )
    const mailed = await fileOf(ADMIN, processing.path, { situacao: 9 })
    expect(mailed.rows).toEqual(exported)
    expect(mailed.rows.map(([, , policy]) => policy)).toEqual(['Apólice', 'AP-2'])
    expect(mailed.above[1]).toBe('Ano e mês: 10/2026 · Status: Renovador não encontrado')
  })

  test('refused attempts come in the order of the view, and to a broker its own', async () => {
    const names = async (...[userId, filter]: [number, Parameters<typeof sourcesOf>[2]?]) =>
      (await fileOf(userId, leadDuplicates.path, filter)).rows.slice(1).map(([, client]) => client)
    expect(await names(ADMIN)).toEqual(['Mara Lins', 'Abel Castro', 'Zuleica Prado'])
    expect(await names(ADMIN, { sort: 'client_name' })).toEqual(['Abel Castro', 'Mara Lins', 'Zuleica Prado'])
    expect(await names(ADMIN, { proposta: 'r-2' })).toEqual(['Abel Castro'])
    expect(await names(BRUNA)).toEqual(['Zuleica Prado'])
    expect(await names(CAIO)).toEqual(['Mara Lins', 'Abel Castro'])
    const [head, first] = (await fileOf(ADMIN, leadDuplicates.path, { ocultas: ['tentativas.proposal'] }))
      .rows
    expect(head?.[0]).toBe('Cliente')
    expect(first?.[0]).toBe('Mara Lins')
    const colunas = ['tentativas.created_at', 'tentativas.client_name', '-tentativas.proposal']
    const ordered = (await fileOf(ADMIN, leadDuplicates.path, { colunas })).rows
    expect(ordered[0]?.slice(0, 3)).toEqual(['Criada em', 'Cliente', 'Veículo'])
    expect(ordered[1]?.[1]).toBe('Mara Lins')
  })

  test.each([
    ['2026-11-25T02:59:59.000Z', '24_11_2026'],
    ['2026-11-25T03:00:00.000Z', '25_11_2026'],
  ])("a sheet of %s without dates is named by São Paulo's day", async (asOf, day) => {
    const [source] = await sourcesOf(ADMIN, processing.path)
    const sheet =
      source === undefined ? null : await openSheet({ ...source.source, asOf }, source.shown, null)
    expect(sheet?.name).toBe(`relatorio_processamentos_processamentos_10_2026_${day}.xlsx`)
  })
})
