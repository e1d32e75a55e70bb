/** The audit, for administrators: docs/rules.md#audit */
import type { FastifyPluginAsync } from 'fastify'
import { auditExportRoute, auditRoute, XLSX } from '../../src/contract/administration/audit.ts'
import { sheetFile } from '../../src/domain/sheet/sheet.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { audit } from '../administration/audit.ts'
import type { AppContext } from '../app-context.ts'
import { auditSheet, readAudit } from '../queries/audit.ts'
import { serve } from './serve.ts'

const MOST_EXPORTED = 100_000

export function auditRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, auditRoute, async ({ query }) => {
      const { page, per_page: limit, ...filters } = query
      const { entries, total } = await readAudit(db, filters, { limit, offset: (page - 1) * limit })
      return { data: entries, meta: { total } }
    })

    serve(app, auditExportRoute, async ({ query, request, reply }) => {
      const { entries } = await readAudit(db, query, { limit: MOST_EXPORTED, offset: 0 })
      const file = await sheetFile(auditSheet(entries))
      const { user } = request.session
      await db
        .transaction()
        .execute((tx) =>
          audit(tx, { user, action: 'export', entity: 'audit_log', id: null, before: null, after: query }),
        )
      const name = `auditoria-${saoPauloDay(context.now())}.xlsx`
      return reply
        .type(XLSX)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(file))
    })
  }
}
