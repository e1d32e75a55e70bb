/** The import of any list, for administrators: docs/rules.md#any-import */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import {
  cancelDataImportRoute,
  dataImportChoicesSchema,
  dataImportRefusalsRoute,
  dataImportRoute,
  dataImportsRoute,
  decideImportRoute,
  importDecisionsRoute,
  importMappingsRoute,
  keptRowsRoute,
  readingPlaceRoute,
  removeImportMappingRoute,
  saveImportMappingRoute,
  startDataImportRoute,
  undoDataImportRoute,
} from '../../src/contract/imports.ts'
import { importListSchema } from '../../src/domain/imports/lists.ts'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import type { AppContext } from '../context/app-context.ts'
import { triedAgain } from '../db/transient.ts'
import { decideImport, readImportDecisions } from '../imports/decisions.ts'
import { readRefusals } from '../imports/import-row.ts'
import { beginImport, readImport, readImports, readKept, startUndo } from '../imports/imports.ts'
import { cancelImport } from '../imports/lifecycle.ts'
import { readMappings, removeMapping, saveMapping } from '../imports/mappings.ts'
import { readImportNames } from '../imports/names.ts'
import { uploadsByProgress } from '../wire/request-limits.ts'
import { serve } from '../wire/serve.ts'
import { startImport } from './import-start.ts'
import { placeInLine } from './sheet-form.ts'
import { FORM_LIMITS } from './upload-form.ts'

const TRIES = 4
const NOT_SENT = 'Envie a planilha (.xlsx ou CSV), a lista e o mapeamento das colunas.'

export function importRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const now = () => context.now()

  return async (app) => {
    await app.register(multipart, {
      limits: { ...FORM_LIMITS, fields: 20, fieldSize: 10_000, fileSize: LARGEST_FILE },
    })

    serve(
      app,
      startDataImportRoute,
      async (call) => {
        const id = await startImport(context, call, {
          imports: 'imports',
          listOf: ({ list }) => importListSchema.safeParse(list).data ?? null,
          choices: dataImportChoicesSchema,
          notSent: NOT_SENT,
          readWith: async (defaults) => ({ defaults, names: await readImportNames(db) }),
          begin: beginImport,
        })
        return readImport(db, now(), id)
      },
      { onRequest: uploadsByProgress },
    )

    serve(app, dataImportsRoute, async () => ({ data: await readImports(db, now()) }))

    serve(app, readingPlaceRoute, async ({ request }) => ({ place: placeInLine(request.session.user.id) }))

    serve(app, dataImportRoute, async ({ params: { id } }) => readImport(db, now(), id))

    serve(app, cancelDataImportRoute, async ({ params: { id }, request: { session } }) => {
      const asking = { user: session.user, nowMs: now() }
      await db.transaction().execute((tx) => cancelImport(tx, { imports: 'imports', id }, asking))
      return readImport(db, now(), id)
    })

    serve(app, dataImportRefusalsRoute, async ({ params: { id } }) => {
      await readImport(db, now(), id)
      return { data: await readRefusals(db, { imports: 'imports', id }) }
    })

    serve(app, importDecisionsRoute, async ({ params: { id } }) => {
      await readImport(db, now(), id)
      return { data: await readImportDecisions(db, id) }
    })

    serve(app, decideImportRoute, async ({ params: { id }, body: { decisions }, request }) => {
      const userId = request.session.user.id
      await triedAgain(TRIES, () =>
        db.transaction().execute((tx) => decideImport(tx, { importId: id, decisions, userId, nowMs: now() })),
      )
      return readImport(db, now(), id)
    })

    serve(app, undoDataImportRoute, async ({ params: { id }, request: { session } }) => {
      await db.transaction().execute((tx) => startUndo(tx, { user: session.user, id, nowMs: now() }))
      return readImport(db, now(), id)
    })

    serve(app, keptRowsRoute, async ({ params: { id } }) => {
      await readImport(db, now(), id)
      return { data: await readKept(db, id) }
    })

    serve(app, importMappingsRoute, async () => ({ data: await readMappings(db) }))

    serve(app, saveImportMappingRoute, async ({ body }) => saveMapping(db, body))

    serve(app, removeImportMappingRoute, async ({ params: { id } }) => removeMapping(db, id))
  }
}
