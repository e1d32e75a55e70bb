/**
 * What holds of every report under any filter: the detail has the leads of the filter, page by page; a total is the sum
 * over the rows; each figure opens as many leads as it says; parts add up. Random filters, the same in every run.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReportContent } from '../../../src/domain/reports/report.ts'
import type { ReportHead, ShownTable } from '../../../src/domain/reports/table.ts'
import { runsOf } from '../../support/slice.ts'
import { describeDatabase } from '../support/databases.ts'
import { answerOf, contentOf, detailOf, idsOf, inOrder, periodOf, summariesOf } from './ask-report.ts'
import { loadOtherRows } from './data/other-rows.ts'
import { type AskedReport, BY_NAME, type ReportCase } from './every-report.ts'
import { PARTS } from './parts-of-reports.ts'
import { askerOf } from './random-filters.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const SEED = 20_261_125
const RUNS = Number(process.env.REPORT_FILTERS ?? runsOf(40))
/** How many figures of single rows one run opens. All figures of the row of totals are opened. */
const OPENED = 4

interface Figure {
  readonly name: string
  /** The summary row's number; null: the row of totals. */
  readonly row: string | null
  readonly value: unknown
}

const placesOf = ({ heads }: ShownTable) =>
  heads.flatMap((head, place) => (head.figure === null ? [] : [[head, place] as const]))

const cellsOf = (table: ShownTable, place: number) => table.lines.map(({ cells }) => Number(cells[place]))
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const figureOf = ({ figure }: ReportHead, value: unknown, row: string | null): Figure => ({
  name: figure ?? '',
  row,
  value,
})

const figuresOfRows = (tables: readonly ShownTable[]): Figure[] =>
  tables.flatMap((table) =>
    placesOf(table).flatMap(([head, place]) =>
      table.lines.map(({ id, cells }) => figureOf(head, cells[place], id)),
    ),
  )

const figuresOfTotals = (tables: readonly ShownTable[]): Figure[] =>
  tables.flatMap((table) => {
    const { total } = table
    return total === null
      ? []
      : placesOf(table).map(([head, place]) => figureOf(head, total.cells[place], null))
  })

/** Spread over all of them, another choice in each run. */
const chosen = (figures: readonly Figure[], luck: number): Figure[] =>
  Array.from({ length: Math.min(OPENED, figures.length) }, (_, place) => {
    const figure = figures[(luck + place * Math.ceil(figures.length / OPENED)) % figures.length]
    if (figure === undefined) throw new Error('no figure')
    return figure
  })

describeDatabase('every report under any filter', (open) => {
  let house: ReportHouse
  inReportHouse(open, async (opened) => {
    house = opened
    await loadOtherRows(opened.store.db)
  })

  async function proveDetail(one: ReportCase, asked: AskedReport, content: ReportContent): Promise<void> {
    const detail = detailOf(one, content)
    expect(inOrder(idsOf(detail))).toEqual(inOrder(one.listed(asked)))
    expect(detail.count).toBe(detail.lines.length)
    const per_page = Math.max(1, Math.ceil(detail.count / 3))
    const pages: ShownTable[] = []
    for (let page = 0; page * per_page < detail.count; page++)
      pages.push(detailOf(one, await contentOf(house, one, asked, { page, per_page })))
    expect(pages.flatMap(({ lines }) => lines)).toEqual(detail.lines)
    for (const { count } of pages) expect(count).toBe(detail.count)
  }

  function proveTotals(one: ReportCase, content: ReportContent): void {
    for (const table of summariesOf(one, content)) {
      const { name, total } = table
      if (total !== null)
        for (const [{ key }, place] of placesOf(table))
          expect(total.cells[place], `${name}.${key}`).toBe(sum(cellsOf(table, place)))
    }
  }

  async function proveFigures(
    one: ReportCase,
    asked: AskedReport,
    figures: readonly Figure[],
  ): Promise<void> {
    const counted = new Set(one.counted(asked).map(({ id }) => id))
    for (const { name, row, value } of figures) {
      const of = row === null ? {} : { row }
      const opened = detailOf(one, await contentOf(house, one, asked, { figure: name, ...of }))
      const about = `${name} of ${row ?? 'all'}`
      expect(opened.lines.length, about).toBe(value)
      expect(opened.count, about).toBe(value)
      expect(
        idsOf(opened).filter((id) => !counted.has(id)),
        `${about}: leads that the filter leaves out`,
      ).toEqual([])
    }
  }

  describe.each(BY_NAME)('%s', (name, one) => {
    test('detail, totals, figures and parts', async () => {
      let listed = 0
      await fc.assert(
        fc.asyncProperty(askerOf(one), fc.nat(), async ({ user, filter }, luck) => {
          const asked: AskedReport = { user, filter, period: periodOf(one, filter) }
          const { status, body } = await answerOf(house, one, asked)
          expect(status, JSON.stringify(body)).toBe(200)
          const content = one.content(body)
          proveTotals(one, content)
          PARTS[name]?.(body, one.counted(asked))
          listed += one.listed(asked).length
          if (one.report.paged === null) return
          await proveDetail(one, asked, content)
          const summaries = summariesOf(one, content)
          const rows = chosen(figuresOfRows(summaries), luck)
          await proveFigures(one, asked, [...figuresOfTotals(summaries), ...rows])
        }),
        { seed: SEED, numRuns: RUNS },
      )
      // The filters leave something to prove.
      expect(listed).toBeGreaterThan(RUNS)
    })
  })

  test('a report without a table of leads has parts that add up', () => {
    for (const [name, { report }] of BY_NAME)
      if (report.paged === null) expect(PARTS[name], name).toBeDefined()
  })
})
