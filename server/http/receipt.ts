/** The receipt of an indication, without login: docs/rules.md#receipt */
import type { FastifyPluginAsync } from 'fastify'
import {
  receiptMailsRoute,
  receiptNewsRoute,
  receiptRoute,
  setReceiptMailsRoute,
} from '../../src/contract/receipt.ts'
import { NO_RECEIPT } from '../../src/domain/indication/receipt-steps.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal } from '../context/refusal.ts'
import { receiptNews } from '../indication/followed-leads.ts'
import { hasReceiptMails, setReceiptMails } from '../indication/receipt-mails.ts'
import { receiptOf } from '../indication/receipts.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

const BODY_LIMIT = 1024
/** docs/rules.md#quotas */
const LIMIT = { name: 'receipt', max: 120, windowMs: HOUR_MS } as const

export function receiptRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    await useLimits(app, context)
    const asked = limiter(app, context, LIMIT)

    serve(
      app,
      receiptRoute,
      async ({ body, reply }) => {
        reply.header('cache-control', 'no-store')
        const receipt = await receiptOf(context, body.code)
        if (receipt === null) throw new Refusal('not_found', NO_RECEIPT)
        return receipt
      },
      { bodyLimit: BODY_LIMIT, onRequest: (request, reply) => asked(request, reply) },
    )

    serve(app, receiptNewsRoute, async ({ request }) => ({
      data: await receiptNews(context, request.session.user),
    }))

    serve(app, receiptMailsRoute, async ({ request }) => ({
      on: await hasReceiptMails(context, request.session.user.id),
    }))

    serve(app, setReceiptMailsRoute, async ({ body, request }) => {
      await setReceiptMails(context, request.session.user.id, body.on)
      return body
    })
  }
}
