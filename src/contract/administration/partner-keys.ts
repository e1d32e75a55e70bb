/** Keys with which a dealership's system delivers proposals: docs/rules.md#keys-of-dealerships */
import { z } from 'zod'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { messageSchema } from '../session.ts'

const { get, post, remove } = routesOf('Parceiros')
const action = 'partnerKeys.manage'

export const partnerKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.string(),
  /** Exact to the minute. null: never used. */
  last_used_at: z.string().nullable(),
  /** null: in force. */
  revoked_at: z.string().nullable(),
})
export type PartnerKey = z.infer<typeof partnerKeySchema>

/** The key itself is answered once, when it is made. Only its hash is kept. */
export const madeKeySchema = partnerKeySchema.extend({ key: z.string() })
export type MadeKey = z.infer<typeof madeKeySchema>

export const keyBodySchema = z.object({
  name: z.string({ error: REQUIRED_FIELD }).overwrite(withoutInvisible).trim().min(1, REQUIRED_FIELD).max(80),
})

const ofPartner = z.object({ id: idNumber.meta({ title: 'Número da concessionária' }) })
const ofKey = z.object({ id: z.uuid().meta({ title: 'Chave' }) })

export const partnerKeysRoute = get('/partners/:id/keys', action, {
  params: ofPartner,
  answer: z.array(partnerKeySchema),
})

export const newPartnerKeyRoute = post('/partners/:id/keys', action, {
  confirms: 'always',
  once: true,
  params: ofPartner,
  body: keyBodySchema,
  answer: madeKeySchema,
})

/** Makes a key of the same name and ends this one. */
export const renewPartnerKeyRoute = post('/partner-keys/:id/renew', action, {
  confirms: 'always',
  once: true,
  params: ofKey,
  answer: madeKeySchema,
})

export const endPartnerKeyRoute = remove('/partner-keys/:id', action, {
  confirms: 'always',
  params: ofKey,
  answer: messageSchema,
})
