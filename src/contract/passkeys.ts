/** Calls about passkeys: docs/rules.md#passkeys */
import { z } from 'zod'
import { LONGEST_PASSKEY_NAME } from '../domain/session/passkeys.ts'
import { REQUIRED_FIELD } from '../domain/text/required.ts'
import { routesOf } from './route.ts'
import { messageSchema, signedInSchema } from './session.ts'
import {
  assertionOptionsSchema,
  assertionSchema,
  registrationOptionsSchema,
  registrationSchema,
} from './webauthn.ts'

const { post, put, remove } = routesOf('Segundo fator')

/** Where the server's address is an IP or not https it is 422. */
export const passkeyOptionsRoute = post('/passkeys/options', 'session.use', {
  confirms: 'always',
  setsUp: true,
  answer: z.object({ data: registrationOptionsSchema }),
})

const name = z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(LONGEST_PASSKEY_NAME)

/** The challenge of the options can be answered once, by the session that asked for them. */
export const addPasskeyRoute = post('/passkeys', 'session.use', {
  setsUp: true,
  body: z.object({ name, passkey: registrationSchema }),
  answer: messageSchema.extend({
    /** With a first factor, shown this once; null: the earlier ones count on. */
    recovery_codes: z.array(z.string()).nullable(),
  }),
})

const params = z.object({ id: z.uuid().meta({ title: 'Identificação da chave' }) })

export const renamePasskeyRoute = put('/passkeys/:id', 'session.use', {
  params,
  body: z.object({ name }),
  answer: messageSchema,
})

export const removePasskeyRoute = remove('/passkeys/:id', 'session.use', {
  confirms: 'always',
  params,
  answer: messageSchema,
})

/** With `step`: for the second step of that sign-in. Without: a passkey enters alone. */
export const signInPasskeyOptionsRoute = post('/login/passkey/options', 'public', {
  body: z.object({ step: z.string().max(64).optional() }),
  answer: z.object({ data: assertionOptionsSchema }),
})

export const signInPasskeyRoute = post('/login/passkey', 'public', {
  body: z.object({ passkey: assertionSchema, device_id: z.string().max(64).optional() }),
  answer: z.object({ data: signedInSchema }),
})

/** Before `POST /sessions/confirm` with a passkey. null: the user has none that works at this address. */
export const confirmPasskeyOptionsRoute = post('/sessions/confirm/passkey', 'session.use', {
  reads: true,
  answer: z.object({ data: assertionOptionsSchema.nullable() }),
})
