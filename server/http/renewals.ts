/** The import of expiring policies, for administrators: docs/rules.md#renewal-import */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  assignRenewalsRoute,
  cancelImportRoute,
  decideRenewalsRoute,
  importChoicesSchema,
  importRefusalsRoute,
  importRoute,
  importsRoute,
  renewalDecisionsRoute,
  startImportRoute,
} from '../../src/contract/renewals.ts'
import { missingFields, RENEWAL_COLUMNS, renewalMappingSchema } from '../../src/domain/renewals/columns.ts'
import { withInsurer } from '../../src/domain/renewals/rows.ts'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import { cutText } from '../../src/domain/text/cut.ts'
import type { AppContext } from '../app-context.ts'
import type { Database } from '../db/database.ts'
import { triedAgain } from '../db/transient.ts'
import { readUpload } from '../imports/read-upload.ts'
import { startedOnce } from '../imports/started-once.ts'
import { readSettings } from '../queries/settings.ts'
import { assignRenewals } from '../renewals/assign.ts'
import { decideRenewals, readDecisions } from '../renewals/decisions.ts'
import {
  beginImport,
  cancelImport,
  readImport,
  readImports,
  readRefusals,
  storeImport,
} from '../renewals/imports.ts'
import type { Importer } from '../renewals/make-leads.ts'
import { invalidFields, refusedField } from './errors.ts'
import { uploadsByProgress } from './request-limits.ts'
import { serve } from './serve.ts'
import { fileRefused, parsedJson, problemsOf, readInTurn, SHEET_TOO_LARGE } from './sheet-form.ts'
import { FORM_LIMITS, readForm } from './upload-form.ts'

const TRIES = 4
const NOT_SENT = 'Envie a planilha (.xlsx ou CSV), o mapeamento das colunas, o canal e o indicador.'
const NO_GOOD_LINE = 'Nenhuma linha do arquivo pode ser importada.'

const fileSchema = z.object({
  file: z.instanceof(Uint8Array),
  name: z.string(),
  mapping: z.string(),
  sheet: z.string().default(''),
})

/** The parts of the form. Throws what the caller gets. */
function partsOf(form: Record<string, unknown>) {
  const sent = fileSchema.safeParse(form)
  if (!sent.success) throw fileRefused(NOT_SENT)
  const choices = importChoicesSchema.safeParse(form)
  if (!choices.success) throw invalidFields(problemsOf(choices.error))
  const mapping = renewalMappingSchema.safeParse(parsedJson(sent.data.mapping))
  if (!mapping.success) throw refusedField('mapping', 'O mapeamento das colunas é inválido.')
  const missing = missingFields(mapping.data).map((field) => RENEWAL_COLUMNS[field].label)
  if (missing.length > 0) throw refusedField('mapping', `Escolha as colunas de: ${missing.join(', ')}.`)
  return {
    bytes: sent.data.file,
    name: cutText(sent.data.name, 255),
    sheet: sent.data.sheet === '' ? null : sent.data.sheet,
    choices: choices.data,
    mapping: mapping.data,
  }
}

export function renewalRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  return async (app) => {
    await app.register(multipart, { limits: { ...FORM_LIMITS, fileSize: LARGEST_FILE } })

    serve(
      app,
      startImportRoute,
      async ({ request, reply }) => {
        if (!request.isMultipart()) throw fileRefused(NOT_SENT)
        const { bytes, name, sheet, choices, mapping } = partsOf(
          await readForm(request, reply, () => fileRefused(SHEET_TOO_LARGE)),
        )
        const call = startedOnce('renewal_imports', request, { bytes, name, sheet, choices, mapping })
        const earlier = await call.before(db)
        if (earlier !== null) return readImport(db, earlier)
        const read = await readInTurn(() => readUpload({ bytes, sheet, mapping, nowMs: context.now() }))
        const lines = withInsurer(read, choices.insurer)
        if (lines.good.length === 0) throw fileRefused(NO_GOOD_LINE)
        const { user } = request.session
        const asked = { user, fileName: name, choices, lines, nowMs: context.now() }
        const { id, isFirst } = await call.start(db, (tx) => beginImport(tx, asked))
        if (isFirst) await storeImport(db, id, lines, () => context.now())
        return readImport(db, id)
      },
      { onRequest: uploadsByProgress },
    )

    serve(app, importsRoute, async () => ({ data: await readImports(db) }))

    serve(app, importRoute, async ({ params: { id } }) => readImport(db, id))

    serve(app, cancelImportRoute, async ({ params: { id }, request }) => {
      await db
        .transaction()
        .execute((tx) => cancelImport(tx, request.session.user, { id, nowMs: context.now() }))
      return readImport(db, id)
    })

    serve(app, importRefusalsRoute, async ({ params: { id } }) => {
      await readImport(db, id)
      return { data: await readRefusals(db, id) }
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
