/** Answers of Quiver, parsed row by row: a row that does not fit is reported, and the others are kept. */
import { z } from 'zod'
import { cleanDocument, isDocument } from '../../../src/domain/documents/cpf-cnpj.ts'
import type { BrokenRow, QuiverSale, quiverProductSchema } from '../../../src/domain/reports/quiver-sales.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { readLeadingDay } from '../../../src/domain/time/typed-date.ts'
import { wallNow } from '../../base/clock/machine.ts'

/** PostgreSQL keeps neither NUL nor half a surrogate pair in JSON. */
const fit = (text: string) => text.toWellFormed().replaceAll('\0', '').trim()

const text = z.union([z.string(), z.number()]).transform((value) => fit(String(value)))
const filled = text.refine((value) => value !== '')
/** Empty and missing texts are none. */
const optionalText = text.nullish().transform((value) => value || null)

const number = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

const YES = [true, 1, '1', 'true', 's', 'sim', 'y', 'yes']
const NO = [false, 0, '0', 'false', 'n', 'não', 'nao', 'no', null, '']

const yesOrNo = z.unknown().transform((value, { issues }) => {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : (value ?? null)
  if (YES.some((each) => each === given)) return true
  if (!NO.some((each) => each === given)) issues.push({ code: 'custom', input: value })
  return false
})

const date = z.string().transform((value, { issues }) => {
  const day = readLeadingDay(value, saoPauloDay(wallNow()))
  if (day !== null) return day
  issues.push({ code: 'custom', input: value })
  return z.NEVER
})

const document = optionalText.transform((value) => {
  if (value === null) return null
  const digits = cleanDocument(value)
  return isDocument(digits) ? digits : value
})

const saleSchema = z.object({
  id: filled,
  Data: date,
  BrokerProposalNumber: optionalText,
  cancelled: yesOrNo,
  insurance_holder: z.object({ name: filled, cpf: document }),
  product_id: number.nullish().transform((value) => value ?? null),
  product_name: filled,
  quiver: z
    .object({ response: optionalText })
    .nullish()
    .transform((value) => value ?? { response: null }),
})

const productSchema = z.object({ id: number, name: filled })

/** A list, as it is or as `data` of an object. */
const listSchema = z.union([
  z.array(z.unknown()),
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
])

const idSchema = z.object({ id: filled })

/** The rows that fit, with their places, and those that do not. */
export interface ReadRows<Row> {
  readonly rows: Row[]
  readonly broken: BrokenRow[]
}

function readRows<Row>(
  given: readonly unknown[],
  read: (value: unknown, row: number) => z.ZodSafeParseResult<Row>,
) {
  const rows: Row[] = []
  const broken: BrokenRow[] = []
  for (const [index, value] of given.entries()) {
    const row = index + 1
    const parsed = read(value, row)
    if (parsed.success) rows.push(parsed.data)
    else {
      const fields = parsed.error.issues.flatMap(({ path: [first] }) =>
        first === undefined ? [] : [String(first)],
      )
      broken.push({ row, id: idSchema.safeParse(value).data?.id ?? null, fields: [...new Set(fields)] })
    }
  }
  return { rows, broken }
}

/** Answers with the rows of any list, so that one row that does not fit is not the whole. */
export const salesSchema = listSchema.transform(
  (given): ReadRows<QuiverSale> =>
    readRows(given, (value, row) => saleSchema.transform((sale) => ({ row, ...sale })).safeParse(value)),
)

export const productsSchema = listSchema.transform(
  (given): ReadRows<z.infer<typeof quiverProductSchema>> =>
    readRows(given, (value) => productSchema.safeParse(value)),
)

/** The key of further calls, and whose it is. */
export const entrySchema = z.object({ token: filled, uid: filled })
