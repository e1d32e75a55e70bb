/** Lead creation and changes over REST: docs/rules.md#lead-calls. */
import { z } from 'zod'
import { EMPTY_ADDRESS } from '../domain/client/fields.ts'
import { type FormField, leadFieldsSchema } from '../domain/lead/changes.ts'
import { type LEAD_FIELDS } from '../domain/lead/fields.ts'
import { MOST_NOTES } from '../domain/lead/notes-length.ts'
import { centsOfDecimal } from '../domain/lead/sale-value.ts'
import type { Parts } from '../domain/record/parts.ts'
import { leadAnswerSchema } from './board.ts'
import { addressRequest, clientOfRequest, textOrNull } from './client-request.ts'
import { wholeNumber } from './decimal.ts'
import { routesOf } from './route.ts'

const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1'])])
  .transform((value) => value === true || value === 1 || value === '1')
/** Accepts a boolean, a number or a digit. Returns 0 or 1. */
export const bitSchema = flag.transform((value): 0 | 1 => (value ? 1 : 0))
const bit = bitSchema
const blankIsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.literal('').transform(() => null), z.null()])
/** A number, its digits, or nothing. Clients send the values of their selects. */
const id = blankIsNull(wholeNumber)
const instant = blankIsNull(z.iso.datetime({ offset: true }))
const day = blankIsNull(z.iso.date())
const offer = z
  .union([z.literal([0, 1, 2]), z.literal(['0', '1', '2']).transform(Number), z.null()])
  .pipe(leadFieldsSchema.shape.backup_car)

/** Plain decimal, '1234.56': docs/rules.md#documents-phones-money. */
const saleValue = z.union([z.string(), z.number(), z.null()]).transform((value, context) => {
  if (value === null || value === '') return null
  const cents = centsOfDecimal(String(value))
  if (!leadFieldsSchema.shape.sale_value_cents.safeParse(cents).success || cents === null)
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'Envie o valor como decimal, por exemplo 1234.56',
    })
  return cents
})
const percentage = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'Envie um número, por exemplo 12.5')
      .transform(Number),
    z.literal('').transform(() => null),
    z.null(),
  ])
  .pipe(leadFieldsSchema.shape.commission_percentage)

/** A field that can't be empty: null and '' are as if it were left out. */
const orLeftOut = <Schema extends z.ZodType>(schema: Schema) =>
  blankIsNull(schema).transform((given) => given ?? undefined)

const productDetails = z.object({
  details: textOrNull(2000).optional(),
  chassis: textOrNull(40).optional(),
  license_plate: textOrNull(10).optional(),
  year: z.union([textOrNull(9), z.number().int().transform(String)]).optional(),
  brand: textOrNull(100).optional(),
})

/** Month 1 to 12. 0 means none. */
const expiration = id
  .transform((month) => (month === 0 ? null : month))
  .pipe(z.number().min(1).max(12).nullable())

type Renamed = Parts<typeof LEAD_FIELDS, 'rest'>
/** The fields of the form, by their names in a body. */
type BodyField = Exclude<FormField, keyof Renamed> | Renamed[keyof Renamed]

/** As programs in other languages send the fields of the form. */
const SENT = {
  proposal: z.string().max(60).nullable(),
  proposal_date: instant,
  product: z.string().max(200).nullable(),
  product_details: orLeftOut(productDetails),
  channel_id: orLeftOut(wholeNumber),
  inviter_id: id,
  broker_id: id,
  insurance_id: id,
  insurance_expiration: expiration,
  partner_id: id,
  additional_information: textOrNull(MOST_NOTES),
  contact_type: id,
  sold: z.union([bit, z.null()]),
  lost_sale: id,
  backup_car: offer,
  pague_menos: offer,
  seguro_conteudo: offer,
  endorsement_date: day,
  end_of_validity: day,
  old_insurer: z.string().max(100).nullable(),
  old_end_of_validity: day,
  competitor_broker: id,
  date_fail: orLeftOut(flag),
  sold_date: instant,
  sold_type: id,
  quoted_date: instant,
  quoted_type: id,
  contact_date: instant,
  sale_value: saleValue,
  commission_percentage: percentage,
} satisfies Readonly<Partial<Record<BodyField, z.ZodType>> & Record<Renamed[keyof Renamed], z.ZodType>>
const { sale_value_cents: _renamed, ...inCommands } = leadFieldsSchema.shape
/** A field that is not among those is as in a command. They come first, and none of a command replaces them. */
const leadFields = z.object({
  ...SENT,
  ...(inCommands satisfies { readonly [Name in keyof Renamed]?: never } & { readonly sold: unknown }),
  ...SENT,
})

/**
 * Fields of both kinds of save besides the lead's.
 * The server computes `attendance_on_time`, `end_lead_date` and `first_call_date`.
 */
const besides = z.object({
  client_id: wholeNumber,
  /** The inviter's phone, when the form changed it. */
  inviter_phone: z.string().max(20),
})

const createLeadRequestSchema = leadFields.partial().extend(besides.partial().shape).extend({
  client_id: besides.shape.client_id,
  /** The imported proposal that filled the form. */
  elective_lead_id: wholeNumber.optional(),
})
export type CreateLeadRequest = z.infer<typeof createLeadRequestSchema>

/**
 * PUT /leads/{id} with the whole form. State 3 ends the lead. `negociate`, `pending_sell` and `quoted` run the steps of
 * the same name.
 */
export const updateLeadRequestSchema = leadFields.partial().extend(besides.partial().shape).extend({
  state: wholeNumber.optional(),
  status: wholeNumber.optional(),
  quoted: flag.optional(),
  negociate: flag.nullable().optional(),
  pending_sell: flag.nullable().optional(),
})
export type UpdateLeadRequest = z.infer<typeof updateLeadRequestSchema>

/** Only fields of the referral form are read: docs/rules.md#referrals. */
const externalLeadRequestSchema = leadFields
  .pick({
    proposal: true,
    proposal_date: true,
    product: true,
    product_details: true,
    channel_id: true,
    inviter_id: true,
    insurance_id: true,
    insurance_expiration: true,
    partner_id: true,
    additional_information: true,
    date_fail: true,
  })
  .partial()
  .extend({
    /** Without one: the user, and its partner. */
    inviter_id: orLeftOut(wholeNumber).optional(),
    partner_id: orLeftOut(wholeNumber).optional(),
    client_name: textOrNull(200).default(''),
    client_phone: textOrNull(20).default(''),
    client_cellphone: textOrNull(20).default(''),
    client_email: textOrNull(200).default(''),
    client_cpf: textOrNull(30).default(''),
    client_rg: textOrNull(20).default(''),
    client_birth_date: day.default(null),
    client_address: addressRequest
      .nullable()
      .prefault({})
      .transform((given) => given ?? EMPTY_ADDRESS),
  })
  .transform(({ client_address: address, ...body }, context) => {
    const given = {
      name: body.client_name,
      phone: body.client_phone,
      cellphone: body.client_cellphone,
      mail: body.client_email,
      cpf: body.client_cpf,
      rg: body.client_rg,
      birth_date: body.client_birth_date,
      address,
    }
    const client = clientOfRequest(given, context, ['client'])
    return client === null ? z.NEVER : { ...body, client }
  })
export type ExternalLeadRequest = z.infer<typeof externalLeadRequestSchema>

const { post } = routesOf('Criação de leads')

/** Answers the lead, including its `status`. */
export const createLeadRoute = post('/leads', 'indication.create', {
  body: createLeadRequestSchema,
  status: 201,
  answer: leadAnswerSchema,
})

export const externalLeadRoute = post('/external-lead', 'indication.create', {
  body: externalLeadRequestSchema,
  answer: z.object({
    /** 0 means 'Lead indicada fora do prazo!'. */
    indication_on_time: z.union([z.literal(0), z.literal(1)]).nullable(),
    id: z.number().int(),
  }),
})
