/** Asks any report as its screen does, and reads what the screen would show. */
import { expect } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { MOST_ROWS } from '../../../src/contract/reports/report-query.ts'
import type { ReportContent } from '../../../src/domain/reports/report.ts'
import { type ReportFilter, searchRange } from '../../../src/domain/reports/search.ts'
import type { ShownTable } from '../../../src/domain/reports/table.ts'
import { NOW, type Period } from './data/leads.ts'
import type { ReportUser } from './data/people.ts'
import type { ReportCase } from './every-report.ts'
import type { ReportHouse } from './report-house.ts'

/** Of a report without dates. */
const NO_PERIOD: Period = { from: '', to: '' }

/** The days that the filter names today, which is today of the data set. */
export const periodOf = ({ report }: ReportCase, filter: ReportFilter): Period =>
  report.period === null ? NO_PERIOD : searchRange(filter, report.period, Date.parse(NOW))

/** The call's query, without page and order. */
export const queryOf = (one: ReportCase, filter: ReportFilter) =>
  one.report.query(filter, periodOf(one, filter))

export interface Page {
  /** From 0. */
  readonly page?: number
  readonly per_page?: number
  readonly figure?: string
  readonly row?: string
  readonly with_figures?: 1
}

export const answerOf = (
  house: ReportHouse,
  one: ReportCase,
  { user, filter }: { readonly user: ReportUser; readonly filter: ReportFilter },
  { page = 0, per_page = MOST_ROWS, ...figure }: Page = {},
): Promise<{ status: number; body: unknown }> => {
  const { paged, firstPage = 1 } = one.report
  const behind = one.report.behindFigures?.(filter)
  const paging = paged === null ? {} : { page: page + firstPage, per_page, ...behind, ...figure }
  return house.ask(user.id, addressOf(one.route.path, {}, { ...queryOf(one, filter), ...paging }))
}

export async function contentOf(
  house: ReportHouse,
  one: ReportCase,
  asked: { readonly user: ReportUser; readonly filter: ReportFilter },
  page: Page = {},
): Promise<ReportContent> {
  const { status, body } = await answerOf(house, one, asked, page)
  expect(status, JSON.stringify(body)).toBe(200)
  return one.content(body)
}

/** The table that the server pages. */
export function detailOf({ report }: ReportCase, { tables }: ReportContent): ShownTable {
  const detail = tables.find(({ name }) => name === report.paged)
  if (detail === undefined) throw new Error(`no table ${report.paged}`)
  return detail
}

export const summariesOf = ({ report }: ReportCase, { tables }: ReportContent) =>
  tables.filter(({ name }) => name !== report.paged)

export const idsOf = ({ lines }: ShownTable) => lines.map(({ id }) => Number(id))
export const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
