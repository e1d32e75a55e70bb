/** The three calls of the page. Their failures are values. zod/mini: the page has no room for all of zod. */
import * as z from 'zod/mini'
import { type FoundAddress, foundAddress } from '../domain/client/fields.ts'
import { ask, bodyOf, post } from './ask.ts'

const invitationSchema = z.object({
  name: z.string(),
  stamp: z.string(),
  insurances: z.array(z.object({ id: z.number(), name: z.string() })),
  controller: z.object({ name: z.string(), contact: z.string() }),
  /** A page that is open while the server is replaced may meet an earlier one. */
  brokerage: z._default(z.object({ name: z.nullable(z.string()), logo: z.nullable(z.string()) }), {
    name: null,
    logo: null,
  }),
  cep: z.boolean(),
  /**
   * An earlier server does not send it. The default is true, so that the notice does not promise less than the truth.
   */
  inviter_is_staff: z._default(z.boolean(), true),
})
export type Invitation = z.infer<typeof invitationSchema>

const answerSchema = z.object({
  status: z.enum(['success', 'successMail', 'fail']),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
const refusalSchema = z.object({ message: z.string() })
const addressSchema = z.object({
  data: z.object({
    items: z.nullable(
      z.object({ uf: z.string(), cidade: z.string(), bairro: z.string(), logradouro: z.string() }),
    ),
  }),
})

export type Opened =
  | { readonly kind: 'open'; readonly invitation: Invitation }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreachable' }

export async function openInvitation(code: string): Promise<Opened> {
  const response = await ask(`/externalInit?inviter_id=${encodeURIComponent(code)}`)
  if (response === null) return { kind: 'unreachable' }
  if (response.status === 404 || response.status === 400) return { kind: 'missing' }
  const parsed = invitationSchema.safeParse(await bodyOf(response))
  return parsed.success ? { kind: 'open', invitation: parsed.data } : { kind: 'unreachable' }
}

export type Sent =
  | { readonly kind: 'accepted' }
  /** `isStamp`: the form's stamp is too old, or of a link that was renewed; another one may do. */
  | { readonly kind: 'refused'; readonly message: string; readonly isStamp: boolean }
  /** To be sent again later, under the same key. `isLimit`: the server takes no more for so long. */
  | { readonly kind: 'later'; readonly seconds: number; readonly isLimit: boolean }

const SOON: Sent = { kind: 'later', seconds: 10, isLimit: false }

export async function sendIndication(key: string, body: object): Promise<Sent> {
  const response = await ask('/leads/externalLead', post(body, { 'idempotency-key': key }))
  if (response === null || response.status >= 500) return SOON
  if (response.status === 429)
    return { kind: 'later', seconds: Number(response.headers.get('retry-after') ?? 60) || 60, isLimit: true }
  const content = await bodyOf(response)
  const answer = answerSchema.safeParse(content)
  if (answer.success)
    return answer.data.status === 'fail'
      ? {
          kind: 'refused',
          message: answer.data.message,
          isStamp: answer.data.errors?.stamp !== undefined,
        }
      : { kind: 'accepted' }
  const refusal = refusalSchema.safeParse(content)
  return refusal.success ? { kind: 'refused', message: refusal.data.message, isStamp: false } : SOON
}

/** Null: this server finds none. */
export type FindAddress = ((cep: string) => Promise<FoundAddress | null>) | null

/** Null: not found, or no answer. The person types the address. */
export async function addressOfCep(code: string, cep: string): Promise<FoundAddress | null> {
  const response = await ask('/externalCep', post({ inviter_id: code, cep }))
  if (response === null || !response.ok) return null
  const items = addressSchema.safeParse(await bodyOf(response)).data?.data.items ?? null
  return items === null ? null : foundAddress(items)
}
