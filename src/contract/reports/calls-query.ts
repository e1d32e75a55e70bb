/** What 'Relatório de Ligações' is asked with. The board's call answers it, too: src/contract/board.ts */
import { z } from 'zod'
import { numberFrom, wholeNumber } from '../decimal.ts'
import { day, MOST_ROWS, manyIds, pageQuery, partOfText } from './report-query.ts'

/** With it GET /leads/list-broker is this report; without it, the board's list. */
export const isCallReport = z.literal(['1', 'true'])

export const callFilters = {
  date_ini: day,
  date_end: day,
  /** Of the lead. */
  status: wholeNumber.optional(),
  /** Of the first call. */
  call_status: wholeNumber.optional(),
  ...manyIds('partner_id'),
  ...manyIds('broker_id'),
  ...manyIds('technical_teams'),
  /** Part of the client's name. */
  client_name: partOfText,
}

export const callsQuerySchema = z.strictObject({
  isCallReport,
  ...callFilters,
  ...pageQuery,
  /** 'all': as many as one answer holds. */
  per_page: z.union([z.literal('all').transform(() => MOST_ROWS), numberFrom(1, MOST_ROWS)]).default(10),
})
