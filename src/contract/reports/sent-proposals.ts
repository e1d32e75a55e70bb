/** Calls of 'Livro de propostas': docs/rules.md#report-sent-proposals */
import { z } from 'zod'
import { PDF_TYPE } from '../../domain/lead/lead-file.ts'
import { bookMonthSchema } from '../../domain/proposal-book/book.ts'
import { sentProposals } from '../../domain/reports/sent-proposals.ts'
import { routesOf } from '../route.ts'
import { bindingOf } from './report-binding.ts'

const { get } = routesOf('Relatórios')

export const sentProposalsBinding = bindingOf(sentProposals)
/** As a signed file for people, with the signed JSON attached inside. Recorded in the audit, like every export. */
export const proposalBookRoute = get('/sent-proposals/book/pdf', 'report.sentProposals', {
  /** YYYY-MM. Left out: the last month that is over. */
  query: z.strictObject({ month: bookMonthSchema.optional() }),
  answer: { file: PDF_TYPE },
})
