/** The audit, for administrators: docs/rules.md#audit */
import type { FastifyPluginAsync } from 'fastify'
import {
  auditExportRoute,
  auditRoute,
  CUT_SHEET,
  MOST_EXPORTED,
  XLSX,
} from '../../src/contract/administration/audit.ts'
import { sheetFile, sheetFileName } from '../../src/domain/sheet/sheet.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { auditedFilter } from '../administration/audited-filter.ts'
import type { AppContext } from '../context/app-context.ts'
import { AUDIT_COLUMNS, auditBatches, readAudit, readAuditNames, sheetLines } from '../queries/audit.ts'
import { audit } from '../records/audit.ts'
import { serve } from '../wire/serve.ts'

export function auditRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, auditRoute, async ({ query }) => {
      const { page, per_page: limit, ...filters } = query
      const { entries, total } = await readAudit(db, filters, { limit, offset: (page - 1) * limit })
      return { data: entries, meta: { total } }
    })

    serve(app, auditExportRoute, async ({ query, request, reply }) => {
      const names = await readAuditNames(db)
      const rows: (readonly (string | number | null)[])[] = []
      let count = 0
      for await (const entries of auditBatches(db, query, MOST_EXPORTED + 1)) {
        const kept = entries.slice(0, MOST_EXPORTED - count)
        count += entries.length
        rows.push(...sheetLines(kept, names))
      }
      if (count > MOST_EXPORTED) rows.unshift([CUT_SHEET])
      const file = await sheetFile({ name: 'Auditoria', columns: AUDIT_COLUMNS, rows })
      const { user } = request.session
      await db.transaction().execute((tx) =>
        audit(tx, {
          user,
          action: 'export',
          entity: 'audit_log',
          id: null,
          before: null,
          after: auditedFilter(query),
        }),
      )
      const { start_date: from, end_date: to } = query
      const name = sheetFileName('auditoria', { from, to, today: saoPauloDay(context.now()) })
      return reply
        .type(XLSX)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(file))
    })
  }
}
