/** The import of any list, for administrators: docs/rules.md#any-import */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
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
import {
  IMPORT_FIELDS,
  importListSchema,
  importMappingSchema,
  missingImportFields,
} from '../../src/domain/imports/lists.ts'
import { LARGEST_FILE } from '../../src/domain/spreadsheet/table.ts'
import { cutText } from '../../src/domain/text/cut.ts'
import type { AppContext } from '../context/app-context.ts'
import { invalidFields, refusedField } from '../context/errors.ts'
import { triedAgain } from '../db/transient.ts'
import { decideImport, readImportDecisions } from '../imports/decisions.ts'
import {
  beginImport,
  cancelImport,
  readImport,
  readImports,
  readKept,
  readRefusals,
  startUndo,
} from '../imports/imports.ts'
import { readMappings, removeMapping, saveMapping } from '../imports/mappings.ts'
import { readImportNames } from '../imports/names.ts'
import { readListUpload } from '../imports/read-upload.ts'
import { startedOnce } from '../imports/started-once.ts'
import { storeLines } from '../imports/store-lines.ts'
import { uploadsByProgress } from '../wire/request-limits.ts'
import { serve } from '../wire/serve.ts'
import {
  accentsSchema,
  dayOrdersOf,
  fileRefused,
  parsedJson,
  placeInLine,
  problemsOf,
  readInTurn,
} from './sheet-form.ts'
import { FORM_LIMITS } from './upload-form.ts'

const TRIES = 4
const NOT_SENT = 'Envie a planilha (.xlsx ou CSV), a lista e o mapeamento das colunas.'
const NO_GOOD_LINE = 'Nenhuma linha do arquivo pode ser importada.'

const sentSchema = z.object({
  file: z.instanceof(Uint8Array),
  name: z.string(),
  list: importListSchema,
  mapping: z.string(),
  sheet: z.string().default(''),
  accents: accentsSchema,
  day_orders: z.string().default(''),
})

/** The parts of the form. Throws what the caller gets. */
function partsOf(form: Record<string, unknown>) {
  const sent = sentSchema.safeParse(form)
  if (!sent.success) throw fileRefused(NOT_SENT)
  const { list } = sent.data
  const choices = dataImportChoicesSchema.safeParse(form)
  if (!choices.success) throw invalidFields(problemsOf(choices.error))
  const mapping = importMappingSchema(list).safeParse(parsedJson(sent.data.mapping))
  if (!mapping.success) throw refusedField('mapping', 'O mapeamento das colunas é inválido.')
  const columns = Object.fromEntries(
    IMPORT_FIELDS[list].map(({ name }) => [name, mapping.data[name] ?? null]),
  )
  const missing = missingImportFields(list, columns).map(
    (name) => IMPORT_FIELDS[list].find((field) => field.name === name)?.label ?? name,
  )
  if (missing.length > 0) throw refusedField('mapping', `Escolha as colunas de: ${missing.join(', ')}.`)
  return {
    bytes: sent.data.file,
    name: cutText(sent.data.name, 255),
    sheet: sent.data.sheet === '' ? null : sent.data.sheet,
    accents: sent.data.accents,
    list,
    mapping: columns,
    orders: dayOrdersOf(sent.data.day_orders),
    choices: choices.data,
  }
}

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
      async ({ request, reply }) => {
        if (!request.isMultipart()) throw fileRefused(NOT_SENT)
        const { user } = request.session
        const start = await readInTurn(request, reply, async (form) => {
          const { name, choices, ...file } = partsOf(form)
          const call = startedOnce('imports', request, { ...file, name, choices })
          const earlier = await call.before(db)
          if (earlier !== null) return { earlier }
          const names = await readImportNames(db)
          const read = await readListUpload({ ...file, names, defaults: choices, nowMs: now() })
          return { call, read, asked: { user, fileName: name, choices, list: file.list, read, nowMs: now() } }
        })
        if ('earlier' in start) return readImport(db, now(), start.earlier)
        const { call, read, asked } = start
        if (read.good.length === 0) throw fileRefused(NO_GOOD_LINE)
        const { id, isFirst } = await call.start(db, (tx) => beginImport(tx, asked))
        if (isFirst) await storeLines(db, { imports: 'imports', id, read }, now)
        return readImport(db, now(), id)
      },
      { onRequest: uploadsByProgress },
    )

    serve(app, dataImportsRoute, async () => ({ data: await readImports(db, now()) }))

    serve(app, readingPlaceRoute, async ({ request }) => ({ place: placeInLine(request.session.user.id) }))

    serve(app, dataImportRoute, async ({ params: { id } }) => readImport(db, now(), id))

    serve(app, cancelDataImportRoute, async ({ params: { id }, request: { session } }) => {
      await db.transaction().execute((tx) => cancelImport(tx, { user: session.user, id, nowMs: now() }))
      return readImport(db, now(), id)
    })

    serve(app, dataImportRefusalsRoute, async ({ params: { id } }) => {
      await readImport(db, now(), id)
      return { data: await readRefusals(db, id) }
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
