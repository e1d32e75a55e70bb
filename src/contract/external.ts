/** External indications, with and without login: docs/rules.md#external-indication. */
import { z } from 'zod'
import { EMPTY_ADDRESS } from '../domain/client/fields.ts'
import { mailSchema } from '../domain/client/mail-schema.ts'
import { centsOfDecimal } from '../domain/lead/sale-value.ts'
import { mailedSchema } from '../domain/mail/mailed.ts'
import { nationalNumber } from '../domain/phone/national-number.ts'
import { isMobile } from '../domain/phone/phone.ts'
import { cepAddressSchema, cepRoute } from './cep.ts'
import { addressRequest, clientOfRequest, textOrNull } from './client-request.ts'
import { wholeNumber } from './decimal.ts'
import { bitSchema } from './lead.ts'
import { routesOf } from './route.ts'

const { get, post } = routesOf('Indicação externa')

const code = z.string().max(40)
/** A text that may be missing or null. */
const optionalText = (most: number) => textOrNull(most).default('')

/** The version of a text that was agreed to, and when. */
const agreement = z
  .object({ version: z.string().max(20), at: z.iso.datetime({ offset: true }).optional() })
  .nullable()
  .default(null)

/** One phone is enough: a mobile number becomes the client's mobile. */
const client = z
  .object({
    name: textOrNull(200).default(''),
    mail: textOrNull(200).default(''),
    cpf: textOrNull(30).default(''),
    rg: textOrNull(20).default(''),
    phone: textOrNull(40).default(''),
    cellphone: textOrNull(40).default(''),
    birth_date: z.union([z.iso.date(), z.literal('').transform(() => null), z.null()]).default(null),
    address: addressRequest
      .nullable()
      .default(EMPTY_ADDRESS)
      .transform((given) => given ?? EMPTY_ADDRESS),
  })
  .transform((given, context) => {
    const single = given.cellphone === '' && isMobile(nationalNumber(given.phone))
    const phones = single ? { cellphone: nationalNumber(given.phone), phone: '' } : {}
    return clientOfRequest({ ...given, ...phones }, context) ?? z.NEVER
  })

/**
 * The fields of `src/domain/indication/details.ts` without `kind`, which follows from the insurance; `value` is a decimal, and
 * `email`, `mobile` and `landline` are short names for those of a company's responsible person. Optional ones may be missing or null. The shapes of the fields: `external-details.ts`.
 */
const details = z.record(z.string().max(40), z.unknown()).nullable().default({})

const indicationSchema = z
  .object({
    client,
    insurance: wholeNumber,
    details,
    /** The code of the inviter's link. With login the inviter is the user, and this value is ignored. */
    inviter_id: z
      .union([code, z.number().transform(String), z.null()])
      .default('')
      .transform((given) => given ?? ''),
    withAuth: bitSchema,
    /** From GET /externalInit; without login only. */
    stamp: optionalText(60),
    consent: agreement,
    /** Without login: to data about health. Without it such details are left out. */
    health_consent: agreement,
    /** The code by which its sender follows it, made by the sender; without login only. Another text counts as none. */
    receipt: optionalText(40),
    /** A trap for programs: the field is invisible, so a person leaves it empty. */
    website: optionalText(500),
  })
  .transform(({ details: given, ...body }) => {
    const { value, ...others } = withOwnNames(given ?? {})
    return {
      ...body,
      details: { ...(value === undefined ? {} : { value_cents: centsOf(value) }), ...others },
    }
  })
export type ExternalIndicationRequest = z.infer<typeof indicationSchema>

/** Short names of the fields of a company's responsible person, as other programs have them. */
const SHORT_NAMES = {
  email: 'responsible_email',
  mobile: 'responsible_mobile',
  landline: 'responsible_landline',
} as const

/** The fields by their own names. A value under its own name counts before one under the short name. */
function withOwnNames(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = { ...given }
  for (const [short, name] of Object.entries(SHORT_NAMES)) {
    if (!(short in own)) continue
    own[name] ??= own[short]
    delete own[short]
  }
  return own
}

/** What is no decimal stays as it is, and fits no field. */
const centsOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? (centsOfDecimal(String(value)) ?? value) : value

/** A text that a form without login shows above its consent, and the version that `consent.version` names. */
const consentText = z.object({
  version: z.string(),
  /** Paragraphs, with an empty line between them. */
  text: z.string(),
  /** Beside the box that agrees. */
  label: z.string(),
})

const externalAnswerSchema = z.object({
  /** `success` with login, `successMail` by a link. `fail`: nothing was written; `errors` has the sentences by field. */
  status: z.enum(['success', 'successMail', 'fail']),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type ExternalAnswer = z.infer<typeof externalAnswerSchema>

/**
 * Takes a token with `withAuth` 1, and none with 0. Repeated under its Idempotency-Key it changes nothing. 429: too many
 * from this address or by this link; `Retry-After` says when.
 */
export const externalIndicationRoute = post('/leads/externalLead', 'public', {
  body: indicationSchema,
  answer: externalAnswerSchema,
})

/** 404 for a code that is missing, wrong or renewed. */
export const externalInitRoute = get('/externalInit', 'public', {
  query: z.object({ inviter_id: code.default('') }),
  answer: z.object({
    name: z.string(),
    stamp: z.string(),
    consent: consentText,
    /** Asked for with a question about health alone. */
    health_consent: consentText,
    /** What the form offers. */
    insurances: z.array(z.object({ id: z.number().int(), name: z.string() })),
    controller: z.object({ name: z.string(), contact: z.string() }),
    brokerage: z.object({ name: z.string().nullable(), logo: z.string().nullable() }),
    /** Whether addresses are found by their CEP. */
    cep: z.boolean(),
    /** Staff of the brokerage sees what is sent, a referrer only a part: the notice says which. */
    inviter_is_staff: z.boolean(),
  }),
})

export const externalCepRoute = post('/externalCep', 'public', {
  reads: true,
  body: cepRoute.body.extend({ inviter_id: code }),
  answer: z.object({ data: z.object({ items: cepAddressSchema.nullable() }) }),
})

const linkAnswer = z.object({ url: z.string() })

/** The user's own link, which is made at its first use. */
export const externalLinkRoute = get('/externalMail', 'externalLink.use', {
  query: z.object({ onlyLink: z.literal(['true', '1', 'false', '0']).optional() }),
  answer: linkAnswer,
})

export const externalMailRoute = post('/externalMail', 'externalLink.use', {
  body: z.object({ externalMail: mailSchema() }),
  answer: z.object({ message: z.string(), mail: mailedSchema }),
})

/** Makes the earlier link void. */
export const renewExternalLinkRoute = post('/externalMail/renew', 'externalLink.use', { answer: linkAnswer })
