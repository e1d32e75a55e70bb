/**
 * What the device shows and exports of a kept answer is what the server answers and exports: figure by figure, and cell
 * by cell in the sheets, of every report, for a user of each role. docs/rules.md#reports
 */
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { reportSheetFile } from '../../../src/domain/reports/sheet-file.ts'
import { type KeptTable, keptSheet, keptSheetName } from '../../../src/features/reports/kept-sheet.ts'
import { HELD_ROWS } from '../../../src/features/reports/useReport.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { answerOf, periodOf, queryOf } from './ask-report.ts'
import { MAIN_PERIOD } from './data/leads.ts'
import { loadOtherRows } from './data/other-rows.ts'
import { ADMIN, BRUNA, MANAGER, REFERRER, SHOP_OF_TWO, USERS } from './data/people.ts'
import { BY_NAME, type ReportCase } from './every-report.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'
import { type ReadSheet, readSheet } from './sheets/read-sheet.ts'

const OCTOBER: ReportFilter = { de: MAIN_PERIOD.from, ate: MAIN_PERIOD.to, mes: '202610' }
/** Filters of the reports that have such fields. */
const FILTERS: readonly ReportFilter[] = [OCTOBER, { ...OCTOBER, estoque: [1, 2], mes: '2026' }]
const ASKING = USERS.filter(({ id }) => [ADMIN, MANAGER, BRUNA, SHOP_OF_TWO, REFERRER].includes(id))

/** The brokerage, at the head of each sheet. */
const NAME = 'Lume Seguros'

/** Sheets of two moments differ in the instant of their first line alone. */
function sheetAtAnyTime({ name, rows, autoFilter }: ReadSheet) {
  const [[title] = [], ...rest] = rows
  expect(title?.value).toMatch(/^Lume Seguros · .* · Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  return { name, autoFilter, title: String(title?.value).replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d$/, ''), rest }
}

describeEachDatabase('a kept report', (open) => {
  let house: ReportHouse
  inReportHouse(open, async (opened) => {
    house = opened
    await loadOtherRows(opened.store.db)
    const name = { key: 'brokerage_name', value: JSON.stringify(NAME) }
    await opened.store.db
      .insertInto('settings')
      .values(name)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: name.value }))
      .execute()
  })

  /** The answer that a visit keeps, as it comes out of the device's database: a structured clone. */
  async function keptOf(one: ReportCase, asked: { user: (typeof ASKING)[number]; filter: ReportFilter }) {
    const { status, body } = await answerOf(house, one, asked, { per_page: HELD_ROWS })
    expect(status, JSON.stringify(body)).toBe(200)
    return { body, kept: one.content(structuredClone(body)) }
  }

  describe.each(BY_NAME)('%s', (_, one) => {
    const askers = ASKING.filter(({ role }) => may(one.action, role))
    const asked = askers.flatMap((user) => FILTERS.map((filter) => ({ user, filter })))

    test('shows the figures of the answer', async () => {
      for (const each of asked) {
        const { body, kept } = await keptOf(one, each)
        expect(kept).toEqual(one.content(body))
        // A later answer of one page tells the same figures, and the summary beside them.
        const { body: page } = await answerOf(house, one, each, { per_page: 1 })
        const later = one.content(page)
        expect(kept.figures).toEqual(later.figures)
        expect(kept.chart).toEqual(later.chart)
        for (const table of later.tables)
          if (table.name !== one.report.paged)
            expect(kept.tables.find(({ name }) => name === table.name)).toEqual(table)
      }
    })

    test.runIf(one.files.length > 0)('exports the cells of the server', async () => {
      let compared = 0
      for (const each of asked) {
        const { kept } = await keptOf(one, each)
        for (const { table: name, route } of one.files) {
          const table = kept.tables.find((shown) => shown.name === name)
          if (table === undefined) throw new Error(`no table ${name}`)
          const range = one.report.period === null ? null : periodOf(one, each.filter)
          const given: KeptTable = {
            report: one.report,
            filter: each.filter,
            range,
            table,
            asOf: kept.asOf,
            brokerage: NAME,
          }
          const path = addressOf(route.path, {}, queryOf(one, each.filter))
          const served = await house.file(each.user.id, path)
          if (served.status === 422) {
            expect(keptSheet(given).lines, path).toEqual([])
            continue
          }
          expect(served.status, path).toBe(200)
          expect(keptSheetName(given), path).toBe(served.name)
          const made = await readSheet(await reportSheetFile(keptSheet(given)))
          expect(sheetAtAnyTime(made), path).toEqual(sheetAtAnyTime(await readSheet(served.bytes)))
          compared += 1
        }
      }
      expect(compared).toBeGreaterThan(0)
    })
  })
})
