/** 'Exportar tudo', for administrators: docs/rules.md#export-of-everything */
import { createReadStream } from 'node:fs'
import type { FastifyPluginAsync } from 'fastify'
import {
  askWholeExportRoute,
  wholeExportFileRoute,
  wholeExportRoute,
  ZIP,
} from '../../src/contract/export.ts'
import { exportFileName } from '../../src/domain/export/whole-export.ts'
import type { AppContext } from '../context/app-context.ts'
import { Refusal } from '../context/refusal.ts'
import { exportFile } from '../export/folder.ts'
import { askExport, fileOfExport, latestExport } from '../export/jobs.ts'
import { audit } from '../records/audit.ts'
import { serve } from '../wire/serve.ts'

const GONE = 'Este arquivo já foi apagado. Peça uma nova exportação.'
const entry = (id: number) => ({ entity: 'whole_exports', id, before: null, after: null }) as const

export function exportRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, wholeExportRoute, async () => ({ export: await latestExport(db) }))

    serve(app, askWholeExportRoute, async ({ request }) => {
      const { user } = request.session
      await db.transaction().execute(async (tx) => {
        const id = await askExport(tx, { userId: user.id, nowMs: context.now() })
        if (id === null) return
        await audit(tx, { user, action: 'request', ...entry(id) })
        context.security.note('whole_export_asked', { user_id: user.id, about: `export ${id}` })
      })
      const latest = await latestExport(db)
      if (latest === null) throw new Error('an export that was asked for is gone')
      return { export: latest }
    })

    serve(app, wholeExportFileRoute, async ({ params: { id }, request, reply }) => {
      const { user } = request.session
      const name = await fileOfExport(db, id, context.now())
      const file = name === null ? null : await exportFile(context.config, name)
      if (file === null) throw new Refusal('not_found', GONE)
      await db.transaction().execute((tx) => audit(tx, { user, action: 'download', ...entry(id) }))
      context.security.note('whole_export_downloaded', { user_id: user.id, about: `export ${id}` })
      return reply
        .type(ZIP)
        .header('content-length', file.size)
        .header('content-disposition', `attachment; filename="${exportFileName(context.now())}"`)
        .send(createReadStream(file.path))
    })
  }
}
