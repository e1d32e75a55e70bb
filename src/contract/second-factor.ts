/** The second step of a sign-in, and what a user sets up for it: docs/rules.md#second-factor */
import { z } from 'zod'
import { protectionSchema } from '../domain/session/protection.ts'
import { RECOVERY_LENGTH } from '../domain/session/second-factor.ts'
import { REQUIRED_FIELD } from '../domain/text/required.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'
import { assertionSchema } from './webauthn.ts'

const { get, post, remove } = routesOf('Segundo fator')

const code = z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(40)

/**
 * Ends a sign-in that waits for its second factor. Its answer may be asked for again for a minute, with the same
 * Idempotency-Key and body. A step that is unknown, used or too old is 404 `credentials`, a wrong
 * code 422 by its field, and too many tries 429.
 */
export const secondStepRoute = post('/login/second-step', 'public', {
  /** With exactly one of `code`, `recovery_code` and `passkey`. */
  body: z.object({
    step: z.string().min(1).max(64),
    /** Six digits of the app. */
    code: code.optional(),
    recovery_code: code.optional(),
    /** What answers `POST /login/passkey/options` with this step. */
    passkey: assertionSchema.optional(),
    /** Do not ask on this device again for a while. */
    remember: z.boolean().default(false),
  }),
  answer: z.object({
    data: z.object({
      token: z.string(),
      /** Kept by the device and sent with its next sign-ins. */
      remembered: z.string().nullable(),
      /** After a recovery code: how many are left. */
      recovery_codes_left: z.number().int().nullable(),
      /** As `POST /login` answers them. */
      longer_password: z.boolean().default(false),
      confirmation: z.string().nullable().default(null),
      protection: protectionSchema.nullable().default(null),
    }),
  }),
})

export const secondFactorRoute = get('/second-factor', 'session.use', {
  setsUp: true,
  answer: z.object({
    /** When the app was set up; null: it is not. */
    code_app_since: z.string().nullable(),
    passkeys: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        created_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
    /** Why no passkey works at this address, as a sentence; null where they work. */
    passkey_obstacle: z.string().nullable(),
    /** The brokerage requires one of this user. */
    required: z.boolean(),
    recovery_codes: z.number().int(),
    /** Devices that are not asked. */
    remembered_devices: z.number().int(),
  }),
})
export type SecondFactorState = z.output<(typeof secondFactorRoute)['answer']>

/** A new secret for the app. It counts once a code of it was given; until then an earlier one counts. */
export const beginCodeAppRoute = post('/second-factor/code-app', 'session.use', {
  confirms: 'always',
  setsUp: true,
  answer: z.object({
    data: z.object({
      /** Base32, to be typed where no camera reads the picture. */
      secret: z.string(),
      /** otpauth://…, as the picture has it. */
      uri: z.string(),
    }),
  }),
})

const newCodes = messageSchema.extend({
  /** Shown this once; null: the earlier ones count on. */
  recovery_codes: z.array(z.string().length(RECOVERY_LENGTH)).nullable(),
})

/** Its answer may be asked for again for a minute, with the same Idempotency-Key and code. */
export const confirmCodeAppRoute = post('/second-factor/code-app/confirm', 'session.use', {
  setsUp: true,
  body: z.object({ code }),
  answer: newCodes,
})

export const endCodeAppRoute = remove('/second-factor/code-app', 'session.use', {
  confirms: 'always',
  answer: messageSchema,
})

/** Ten new ones. The earlier ones end. */
export const newRecoveryCodesRoute = post('/second-factor/recovery-codes', 'session.use', {
  confirms: 'always',
  answer: newCodes,
})

/** Another administrator takes all factors from a user who lost them. */
export const resetFactorRoute = remove('/users/:id/second-factor', 'users.manageAdministrators', {
  confirms: 'always',
  params: z.object({ id: z.coerce.number().int().positive().meta({ title: 'Número do usuário' }) }),
  answer: messageSchema,
})
