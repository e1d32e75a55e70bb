/** The import of expiring policies, for administrators: docs/rules.md#renewal-import */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { renewalImportsRoute } from '../../src/contract/renewal-imports.ts'
import {
  assignRenewalsRoute,
  cancelRenewalImportRoute,
  decideRenewalsRoute,
  importChoicesSchema,
  renewalDecisionsRoute,
  renewalImportRefusalsRoute,
  renewalImportRoute,
  startRenewalImportRoute,
} from '../../src/contract/renewals.ts'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Database } from '../db/database.ts'
import { triedAgain } from '../db/transient.ts'
import { readRefusals } from '../imports/import-row.ts'
import { cancelImport } from '../imports/lifecycle.ts'
import { readSettings } from '../queries/settings.ts'
import { assignRenewals } from '../renewals/assign.ts'
import { decideRenewals, readDecisions } from '../renewals/decisions.ts'
import { beginImport, readImport, readImports } from '../renewals/imports.ts'
import type { Importer } from '../renewals/make-leads.ts'
import { uploadsByProgress } from '../wire/request-limits.ts'
import { serve } from '../wire/serve.ts'
import { startImport } from './import-start.ts'
import { FORM_LIMITS } from './upload-form.ts'

const TRIES = 4
const NOT_SENT = 'Envie a planilha (.xlsx ou CSV), o mapeamento das colunas, o canal e o indicador.'

export function renewalRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  return async (app) => {
    await app.register(multipart, { limits: { ...FORM_LIMITS, fileSize: LARGEST_FILE } })

    serve(
      app,
      startRenewalImportRoute,
      async (call) => {
        const id = await startImport(context, call, {
          imports: 'renewal_imports',
          listOf: () => 'renewals' as const,
          choices: importChoicesSchema,
          notSent: NOT_SENT,
          readWith: async ({ insurer }) => ({ insurer }),
          begin: beginImport,
        })
        return readImport(db, id)
      },
      { onRequest: uploadsByProgress },
    )

    serve(app, renewalImportsRoute, async () => ({ data: await readImports(db) }))

    serve(app, renewalImportRoute, async ({ params: { id } }) => readImport(db, id))

    serve(app, cancelRenewalImportRoute, async ({ params: { id }, request }) => {
      const asking = { user: request.session.user, nowMs: context.now() }
      await db.transaction().execute((tx) => cancelImport(tx, { imports: 'renewal_imports', id }, asking))
      return readImport(db, id)
    })

    serve(app, renewalImportRefusalsRoute, async ({ params: { id } }) => {
      await readImport(db, id)
      return { data: await readRefusals(db, { imports: 'renewal_imports', id }) }
    })

    serve(app, renewalDecisionsRoute, async ({ params: { id } }) => {
      await readImport(db, id)
      return { data: await readDecisions(db, id) }
    })

    serve(app, decideRenewalsRoute, async ({ params: { id }, body: { decisions }, request }) => {
      await readImport(db, id)
      await written(request, (tx, importer) => decideRenewals(tx, { importId: id, decisions }, importer))
      return readImport(db, id)
    })

    serve(app, assignRenewalsRoute, async ({ body: { ids, broker_id: brokerId }, request }) =>
      written(request, (tx, importer) => assignRenewals(tx, { ids, brokerId }, importer)),
    )
  }

  /** A command or an import that locks in another order may meet it: one of both is tried again. */
  function written<T>(
    request: FastifyRequest,
    write: (tx: Transaction<Database>, importer: Importer) => Promise<T>,
  ): Promise<T> {
    return triedAgain(TRIES, () =>
      db.transaction().execute(async (tx) =>
        write(tx, {
          userId: request.session.user.id,
          nowMs: context.now(),
          settings: await readSettings(tx),
        }),
      ),
    )
  }
}
