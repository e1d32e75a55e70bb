/** Calls about passkeys: docs/rules.md#passkeys */
import { z } from 'zod'
import { LONGEST_PASSKEY_NAME } from '../domain/session/passkeys.ts'
import { defineRoute } from './route.ts'
import { messageSchema, REQUIRED_FIELD, signedInSchema } from './session.ts'
import {
  assertionOptionsSchema,
  assertionSchema,
  registrationOptionsSchema,
  registrationSchema,
} from './webauthn.ts'

const tag = 'Segundo fator'

/** Where the server's address is an IP or not https it is 422. */
export const passkeyOptionsRoute = defineRoute({
  method: 'POST',
  path: '/passkeys/options',
  action: 'session.use',
  confirms: 'always',
  setsUp: true,
  tag,
  answer: z.object({ data: registrationOptionsSchema }),
})

const name = z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(LONGEST_PASSKEY_NAME)

/** The challenge of the options can be answered once, by the session that asked for them. */
export const addPasskeyRoute = defineRoute({
  method: 'POST',
  path: '/passkeys',
  action: 'session.use',
  setsUp: true,
  tag,
  body: z.object({ name, passkey: registrationSchema }),
  answer: messageSchema.extend({
    /** With a first factor, shown this once; null: the earlier ones count on. */
    recovery_codes: z.array(z.string()).nullable(),
  }),
})

const params = z.object({ id: z.uuid().meta({ title: 'Identificação da chave' }) })

export const renamePasskeyRoute = defineRoute({
  method: 'PUT',
  path: '/passkeys/:id',
  action: 'session.use',
  tag,
  params,
  body: z.object({ name }),
  answer: messageSchema,
})

export const removePasskeyRoute = defineRoute({
  method: 'DELETE',
  path: '/passkeys/:id',
  action: 'session.use',
  confirms: 'always',
  tag,
  params,
  answer: messageSchema,
})

/** With `step`: for the second step of that sign-in. Without: a passkey enters alone. */
export const signInPasskeyOptionsRoute = defineRoute({
  method: 'POST',
  path: '/login/passkey/options',
  action: 'public',
  tag,
  body: z.object({ step: z.string().max(64).optional() }),
  answer: z.object({ data: assertionOptionsSchema }),
})

export const signInPasskeyRoute = defineRoute({
  method: 'POST',
  path: '/login/passkey',
  action: 'public',
  tag,
  body: z.object({ passkey: assertionSchema, device_id: z.string().max(64).optional() }),
  answer: z.object({ data: signedInSchema }),
})

/** Before `POST /sessions/confirm` with a passkey. null: the user has none that works at this address. */
export const confirmPasskeyOptionsRoute = defineRoute({
  method: 'POST',
  path: '/sessions/confirm/passkey',
  action: 'session.use',
  tag,
  reads: true,
  answer: z.object({ data: assertionOptionsSchema.nullable() }),
})
