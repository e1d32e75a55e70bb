/** The call of the signed register of one month. docs/rules.md#proposal-book */
import type { FastifyInstance } from 'fastify'
import { proposalBookRoute } from '../../../src/contract/reports/sent-proposals.ts'
import { PDF_TYPE } from '../../../src/domain/lead/lead-file.ts'
import { bookName, lastMonthAt, monthAt } from '../../../src/domain/proposal-book/book.ts'
import type { AppContext } from '../../context/app-context.ts'
import { originOf } from '../../context/origin.ts'
import { invalidField } from '../../wire/errors.ts'
import { serve } from '../../wire/serve.ts'
import { bookPdf } from '../book/book-pdf.ts'
import { makeBook } from '../book/make-book.ts'

export function proposalBookRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, proposalBookRoute, async ({ query, request, reply }) => {
    const nowMs = context.now()
    const month = query.month ?? lastMonthAt(nowMs)
    if (month > monthAt(nowMs)) throw invalidField('month', 'Este mês ainda não começou.')
    const { book, code } = await makeBook(context, { user: request.session.user, month })
    const bytes = await bookPdf(book, { checkAt: `${originOf(context, request)}/conferir`, code })
    return reply
      .type(PDF_TYPE)
      .header('content-disposition', `attachment; filename="${bookName(month)}.pdf"`)
      .send(Buffer.from(bytes))
  })
}
