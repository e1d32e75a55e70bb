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
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import { cutText } from '../../src/domain/text/cut.ts'
import type { AppContext } from '../context/app-context.ts'
import { invalidFields, refusedField } from '../context/errors.ts'
import type { Database } from '../db/database.ts'
import { triedAgain } from '../db/transient.ts'
import { readUpload } from '../imports/read-upload.ts'
import { startedOnce } from '../imports/started-once.ts'
import { storeLines } from '../imports/store-lines.ts'
import { readSettings } from '../queries/settings.ts'
import { assignRenewals } from '../renewals/assign.ts'
import { decideRenewals, readDecisions } from '../renewals/decisions.ts'
import { beginImport, cancelImport, readImport, readImports, readRefusals } from '../renewals/imports.ts'
import type { Importer } from '../renewals/make-leads.ts'
import { uploadsByProgress } from '../wire/request-limits.ts'
import { serve } from '../wire/serve.ts'
import { accentsSchema, dayOrdersOf, fileRefused, parsedJson, problemsOf, readInTurn } from './sheet-form.ts'
import { FORM_LIMITS } from './upload-form.ts'

const TRIES = 4
const NOT_SENT = 'Envie a planilha (.xlsx ou CSV), o mapeamento das colunas, o canal e o indicador.'
const NO_GOOD_LINE = 'Nenhuma linha do arquivo pode ser importada.'

const fileSchema = z.object({
  file: z.instanceof(Uint8Array),
  name: z.string(),
  mapping: z.string(),
  sheet: z.string().default(''),
  accents: accentsSchema,
  day_orders: z.string().default(''),
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
    accents: sent.data.accents,
    choices: choices.data,
    mapping: mapping.data,
    orders: dayOrdersOf(sent.data.day_orders),
  }
}

export function renewalRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const now = () => context.now()

  return async (app) => {
    await app.register(multipart, { limits: { ...FORM_LIMITS, fileSize: LARGEST_FILE } })

    serve(
      app,
      startImportRoute,
      async ({ request, reply }) => {
        if (!request.isMultipart()) throw fileRefused(NOT_SENT)
        const { user } = request.session
        const start = await readInTurn(request, reply, async (form) => {
          const { name, choices, ...file } = partsOf(form)
          const call = startedOnce('renewal_imports', request, { ...file, name, choices })
          const earlier = await call.before(db)
          if (earlier !== null) return { earlier }
          const { insurer } = choices
          const lines = await readUpload({ ...file, insurer, nowMs: now() })
          return { call, lines, asked: { user, fileName: name, choices, lines, nowMs: now() } }
        })
        if ('earlier' in start) return readImport(db, start.earlier)
        const { call, lines, asked } = start
        if (lines.good.length === 0) throw fileRefused(NO_GOOD_LINE)
        const { id, isFirst } = await call.start(db, (tx) => beginImport(tx, asked))
        if (isFirst) await storeLines(db, { imports: 'renewal_imports', id, read: lines }, now)
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
