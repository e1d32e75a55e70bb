/** What an answer has of its figures for work without a network is what the server opens. docs/rules.md#reports */
import { expect, test } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { figureLeadsOf } from '../../../src/domain/reports/figure-leads.ts'
import { describeDatabase } from '../support/databases.ts'
import { answerOf, contentOf, detailOf, queryOf } from './ask-report.ts'
import { BRUNA, USERS } from './data/people.ts'
import { BY_NAME } from './every-report.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

/** A whole year, so that each figure counts something. */
const FILTER = { de: '2026-01-01', ate: '2026-12-31' }
const [ADMINISTRATOR] = USERS

describeDatabase('figures', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })

  const opening = BY_NAME.filter(([, { report }]) => report.opensLeads === true)

  test('of every report with leads behind its figures', () => {
    expect(opening.map(([name]) => name)).toHaveLength(11)
  })

  test.each(
    opening,
  )('%s: each figure and row has the same leads with and without a network', async (_, one) => {
    if (ADMINISTRATOR === undefined) throw new Error('no administrator')
    const asked = { user: ADMINISTRATOR, filter: FILTER }
    const { body } = await answerOf(house, one, asked, { with_figures: 1 })
    const held = figureLeadsOf(body)
    if (held === null) throw new Error('no figures in the answer')
    let opened = 0
    for (const [figure, rows] of Object.entries(held)) {
      const served = async (row?: string) => {
        const page = row === undefined ? { figure } : { figure, row }
        const lines = detailOf(one, await contentOf(house, one, asked, page)).lines
        return lines.map(({ lead }) => lead).toSorted((a, b) => Number(a) - Number(b))
      }
      // A dozen rows of each figure: all of them take minutes.
      for (const [row, ids] of Object.entries(rows).slice(0, 12)) {
        expect(await served(row), `${figure} of ${row}`).toEqual(ids)
        opened += ids.length
      }
      // A lead of 'Presencial' and of an origin is in several rows, and without a row there is no figure there.
      if (Object.values(rows).flat().length === new Set(Object.values(rows).flat()).size)
        expect(await served(), figure).toEqual(
          Object.values(rows)
            .flat()
            .toSorted((a, b) => a - b),
        )
    }
    expect(opened).toBeGreaterThan(0)
  })

  test.each(
    opening.flatMap(([name, one]) => [
      [name, 'with a page', one, { per_page: 5 }] as const,
      [name, 'without a page', one, {}] as const,
    ]),
  )('%s %s: an unknown figure is 400', async (_name, _page, one, page) => {
    const paging = 'per_page' in page ? { ...one.report.behindFigures?.(FILTER), ...page } : {}
    const query = { ...queryOf(one, FILTER), ...paging, figure: 'surpresa' }
    const { status } = await house.ask(ADMINISTRATOR?.id ?? 0, addressOf(one.route.path, {}, query))
    expect(status).toBe(400)
  })

  test('nothing is sent unasked', async () => {
    const [, one] = opening[0] ?? []
    const user = USERS.find(({ id }) => id === BRUNA)
    if (one === undefined || user === undefined) throw new Error('no report')
    expect(figureLeadsOf((await answerOf(house, one, { user, filter: FILTER })).body)).toBe(null)
  })
})
