/** The audit, for administrators: docs/rules.md#audit */
import type { FastifyPluginAsync } from 'fastify'
import {
  auditExportRoute,
  auditRoute,
  cutSheetWords,
  MOST_EXPORTED,
} from '../../src/contract/administration/audit.ts'
import { sheetFileName } from '../../src/domain/sheet/sheet.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../context/app-context.ts'
import {
  AUDIT_COLUMNS,
  type AuditSheetLine,
  auditBatches,
  auditFilterWords,
  readAudit,
  readAuditNames,
  sheetLines,
} from '../queries/audit.ts'
import { mustBeInOrder } from '../wire/days-in-order.ts'
import { serve } from '../wire/serve.ts'
import { sendListSheet } from './list-sheet.ts'

export function auditRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, auditRoute, async ({ query }) => {
      const { page, per_page: limit, ...filters } = query
      mustBeInOrder(query.start_date, query.end_date)
      const { entries, total } = await readAudit(db, filters, { limit, offset: (page - 1) * limit })
      return { data: entries, meta: { total } }
    })

    serve(app, auditExportRoute, async ({ query, request, reply }) => {
      const { start_date: from, end_date: to } = query
      mustBeInOrder(from, to)
      const names = await readAuditNames(db)
      const rows: AuditSheetLine[] = []
      let count = 0
      for await (const entries of auditBatches(db, query, MOST_EXPORTED + 1)) {
        const kept = entries.slice(0, MOST_EXPORTED - count)
        count += entries.length
        rows.push(...sheetLines(kept, names))
      }
      return sendListSheet(context, {
        reply,
        user: request.session.user,
        entity: 'audit_log',
        query,
        name: sheetFileName('auditoria', { from, to, today: saoPauloDay(context.now()) }),
        list: {
          title: 'Auditoria',
          columns: AUDIT_COLUMNS,
          rows,
          filters: auditFilterWords(query, names),
          notes: count > MOST_EXPORTED ? [cutSheetWords()] : [],
        },
      })
    })
  }
}
