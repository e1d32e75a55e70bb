/** The start of an import: its form, its file, and its lines on their way to the background. docs/rules.md#any-import */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  IMPORT_FIELDS,
  importMappingSchema,
  type ListKind,
  missingImportFields,
} from '../../src/domain/imports/lists.ts'
import { cutText } from '../../src/domain/text/cut.ts'
import type { AppContext } from '../context/app-context.ts'
import { invalidFields, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { NewImport } from '../imports/import-row.ts'
import { readUpload, type Upload } from '../imports/read-upload.ts'
import { startedOnce } from '../imports/started-once.ts'
import { storeLines } from '../imports/store-lines.ts'
import type { Imports } from '../imports/tables.ts'
import { accentsSchema, dayOrdersOf, fileRefused, parsedJson, problemsOf, readInTurn } from './sheet-form.ts'

const NO_GOOD_LINE = 'Nenhuma linha do arquivo pode ser importada.'

const sentSchema = z.object({
  file: z.instanceof(Uint8Array),
  name: z.string(),
  mapping: z.string(),
  sheet: z.string().default(''),
  accents: accentsSchema,
  day_orders: z.string().default(''),
})

interface Start<Choices, List> {
  readonly imports: Imports
  /** null: the form names none. */
  readonly listOf: (form: Record<string, unknown>) => List | null
  /** What is asked once for the whole file. */
  readonly choices: z.ZodType<Choices>
  readonly notSent: string
  readonly readWith: (choices: Choices) => Promise<Pick<Upload, 'names' | 'defaults' | 'insurer'>>
  readonly begin: (tx: Tx, asked: NewImport<Choices, List>) => Promise<number>
}

/** The parts of the form. Throws what the caller gets. */
function partsOf<Choices, List extends ListKind>(
  form: Record<string, unknown>,
  { listOf, choices: choicesSchema, notSent }: Start<Choices, List>,
) {
  const sent = sentSchema.safeParse(form)
  const list = listOf(form)
  if (!sent.success || list === null) throw fileRefused(notSent)
  const choices = choicesSchema.safeParse(form)
  if (!choices.success) throw invalidFields(problemsOf(choices.error))
  const mapping = importMappingSchema(list).safeParse(parsedJson(sent.data.mapping))
  if (!mapping.success) throw refusedField('mapping', 'O mapeamento das colunas é inválido.')
  const columns = Object.fromEntries(
    IMPORT_FIELDS[list].map(({ name }) => [name, mapping.data[name] ?? null]),
  )
  const missing = missingImportFields(list, columns)
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

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Starts an import, once for each Idempotency-Key, and returns its number. Throws what the caller gets. */
export async function startImport<Choices, List extends ListKind>(
  { store: { db }, now }: AppContext,
  { request, reply }: Call,
  start: Start<Choices, List>,
): Promise<number> {
  if (!request.isMultipart()) throw fileRefused(start.notSent)
  const { user } = request.session
  const { imports } = start
  const asked = await readInTurn(request, reply, async (form) => {
    const { name, choices, ...file } = partsOf(form, start)
    const call = startedOnce(imports, request, { ...file, name, choices })
    const earlier = await call.before(db)
    if (earlier !== null) return { earlier }
    const read = await readUpload({ ...file, ...(await start.readWith(choices)), nowMs: now() })
    return { call, made: { user, fileName: name, choices, list: file.list, read, nowMs: now() } }
  })
  if ('earlier' in asked) return asked.earlier
  const { call, made } = asked
  if (made.read.good.length === 0) throw fileRefused(NO_GOOD_LINE)
  const { id, isFirst } = await call.start(db, (tx) => start.begin(tx, made))
  if (isFirst) await storeLines(db, { imports, id, read: made.read }, now)
  return id
}
