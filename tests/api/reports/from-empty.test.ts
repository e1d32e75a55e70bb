/**
 * Nothing but real data: in an installation that began empty, and that only the product's own calls filled, every column
 * of every report has a value in some row, on the screen and in the sheets.
 */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { leadChartRoute } from '../../../src/contract/reports/funnel.ts'
import { isReportPath } from '../../../src/domain/permissions/reports.ts'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { funnelLines } from '../../../src/domain/reports/funnel.ts'
import { filterQuery, rowsQuery } from '../../../src/domain/reports/report.ts'
import type { ReportLine, ShownTable } from '../../../src/domain/reports/table.ts'
import { describeDatabase } from '../support/databases.ts'
import { startPeer } from '../support/peer.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import { EVERY_REPORT, OF_DEALERSHIP, type ReportCase } from './every-report.ts'
import { type FirstDays, firstDays, PHONE_TOKEN } from './first-days.ts'

/** The dealership has a report of its own. */
const OF_STAFF = EVERY_REPORT.filter((one) => one !== OF_DEALERSHIP)
const SHEETS = OF_STAFF.flatMap((one) => one.files.map(({ route }) => [route.path, one] as const))

/** More rows than there are. */
const ALL_ROWS = 1000

const isReal = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && value !== '-' && value !== 0

/** The tables below rows, too. */
const withChildren = (tables: readonly ShownTable[]): ShownTable[] =>
  tables.flatMap((table) => [
    table,
    ...withChildren(table.lines.flatMap(({ child }) => (child === undefined ? [] : [child]))),
  ])

/** Tables of one name, as those below each row, are one. */
function linesByTable(
  tables: readonly ShownTable[],
): Map<string, { table: ShownTable; lines: ReportLine[] }> {
  const all = new Map<string, { table: ShownTable; lines: ReportLine[] }>()
  for (const table of tables) {
    const known = all.get(table.name) ?? { table, lines: [] }
    known.lines.push(...table.lines)
    all.set(table.name, known)
  }
  return all
}

const emptyColumns = (tables: readonly ShownTable[]): string[] =>
  [...linesByTable(tables).values()].flatMap(({ table, lines }) =>
    table.heads.flatMap(({ label }, place) =>
      lines.some(({ cells }) => isReal(cells[place])) ? [] : [`${table.title} · ${label}`],
    ),
  )

/** Tables whose rows are indicators: each of them has a value. */
const INDICATORS: readonly string[] = ['metas', 'resultados']
const emptyIndicators = (tables: readonly ShownTable[]): string[] =>
  tables
    .filter(({ name }) => INDICATORS.includes(name))
    .flatMap(({ title, heads, lines }) =>
      lines.flatMap(({ cells: [label, ...values] }) =>
        values.flatMap((value, place) =>
          isReal(value) ? [] : [`${title} · ${label} · ${heads[place + 1]?.label}`],
        ),
      ),
    )

describeDatabase('reports of an installation that began empty', (open) => {
  let server: TestServer
  let days: FirstDays
  beforeAll(async () => {
    const phones = await startPeer()
    afterAll(() => phones.stop())
    const store = await open()
    server = await startServer(store, { PHONE_URL: phones.url, PHONE_TOKEN })
    days = await firstDays({ store, server, phones })
    return () => server.stop()
  })

  const filter = () => ({ de: days.de, ate: days.ate, mes: days.mes })
  const shownTo = async (device: Device, { report, route, content }: ReportCase) => {
    const query = rowsQuery(report, filter(), server.context.now(), ALL_ROWS)
    const { status, body } = await device.call('GET', addressOf(route.path, {}, query))
    expect(status, JSON.stringify(body)).toBe(200)
    return content(body)
  }

  test('every report is asked', () => {
    const elsewhere = ['/relatorios', '/relatorio-vendas-quiver']
    const built = ROUTES.filter(({ path }) => isReportPath(path) && !elsewhere.includes(path))
    expect(new Set(EVERY_REPORT.map(({ path }) => path))).toEqual(new Set(built.map(({ path }) => path)))
    expect(SHEETS.length).toBeGreaterThan(12)
  })

  test.each(
    OF_STAFF.map((asked) => [asked.report.title, asked] as const),
  )('%s: every column and every figure has a value', async (_, asked) => {
    const { tables, figures } = await shownTo(days.admin, asked)
    expect([...emptyColumns(withChildren(tables)), ...emptyIndicators(tables)]).toEqual([])
    expect(figures.filter(({ value }) => !isReal(value)).map(({ label }) => label)).toEqual([])
  })

  test('a dealership has every column of its report', async () => {
    const { tables } = await shownTo(days.dealership, OF_DEALERSHIP)
    expect(emptyColumns(tables)).toEqual([])
  })

  test.each(SHEETS)('the sheet of %s has every column', async (path, { report }) => {
    const query = filterQuery(report, filter(), server.context.now())
    const { statusCode, rawPayload } = await server.app.inject({
      url: `/api${addressOf(path, {}, query)}`,
      headers: { authorization: `Bearer ${days.admin.token}` },
    })
    expect(statusCode, rawPayload.toString('utf8').slice(0, 200)).toBe(200)
    const [, , , head = [], ...rows] = (await readXlsx(rawPayload)).sheets[0]?.rows ?? []
    const body = rows.filter(([name]) => !String(name).startsWith('Total'))
    const empty = head.filter((_label, place) => !body.some((row) => isReal(row[place])))
    expect(head.length).toBeGreaterThan(1)
    expect(empty).toEqual([])
  })

  test('every stage of the funnel has leads', async () => {
    const query = { date_ini: days.de, date_end: days.ate }
    const { body } = await days.admin.call('GET', addressOf(leadChartRoute.path, {}, query))
    const lines = funnelLines(leadChartRoute.answer.parse(body))
    expect(lines).toHaveLength(8)
    expect(lines.filter(({ value }) => value === 0).map(({ title }) => title)).toEqual([])
  })
})
