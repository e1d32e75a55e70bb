/** Session calls: docs/rules.md#session-and-reference-calls. */
import { z } from 'zod'
import { mailSchema } from '../domain/client/mail-schema.ts'
import { mailedSchema } from '../domain/mail/mailed.ts'
import { accountEventSchema } from '../domain/notices/account-events.ts'
import { newDeviceSchema } from '../domain/notices/device-notices.ts'
import { nationalNumber } from '../domain/phone/national-number.ts'
import { isPhone } from '../domain/phone/phone.ts'
import {
  LONGEST_PASSWORD,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  SHORTEST_PASSWORD,
} from '../domain/session/password.ts'
import { protectionSchema } from '../domain/session/protection.ts'
import { type FactorWay, MOST_REMEMBERED } from '../domain/session/second-factor.ts'
import { sessionUserSchema } from '../domain/session/session-user.ts'
import { REQUIRED_FIELD } from '../domain/text/required.ts'
import { defineRoute, routesOf } from './route.ts'
import { assertionSchema } from './webauthn.ts'

const { get, post, remove } = routesOf('Sessão')

/** The answer of calls that change something and return no data. */
export const messageSchema = z.object({ message: z.string() })

/** Lists answer `{data: […]}`. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row) })

/** What a sign-in comes to. A server of an earlier version answers the token alone. */
export const signedInSchema = z.object({
  /** null: `second_step` comes first. */
  token: z.string().nullable(),
  second_step: z
    .object({
      /** What `POST /login/second-step` takes. It lives for ten minutes. */
      step: z.string(),
      ways: z.array(z.enum(['code', 'passkey', 'recovery'] satisfies FactorWay[])),
    })
    .nullable()
    .default(null),
  /** The user must have a second factor and has none. null: nothing is to be set up. */
  set_up: z
    .object({
      /** From then on a sign-in needs one. */
      until: z.string(),
      /** It is over: the token has the calls of 'Segundo fator' alone, until one is set up. */
      is_due: z.boolean(),
    })
    .nullable()
    .default(null),
  /** The password is too short for this device: the token has `POST /update-user` alone, until a longer one is set. */
  longer_password: z.boolean().default(false),
  /** As `POST /sessions/confirm` answers it: who signs in has proved who it is. null: the sign-in goes on, or named no device. */
  confirmation: z.string().nullable().default(null),
  /** Of the device of this sign-in. null: it named none, or the sign-in goes on, or the server is of an earlier version. */
  protection: protectionSchema.nullable().default(null),
})

/**
 * Wrong credentials answer 404, too many attempts 429, a password that its owner ended by 'Não fui eu' 410. A user with a second factor gets no token yet.
 */
export const loginRoute = post('/login', 'public', {
  body: z.object({
    login: z.string().trim().min(1, REQUIRED_FIELD).max(200),
    password: z.string().min(1, REQUIRED_FIELD).max(200),
    /**
     * Shown in the list of sessions and in the timeline. Failed attempts of others do not delay a user on a device
     * where the user signed in before.
     */
    device_id: z.string().max(64).optional(),
    /** Secrets of 'Lembrar este aparelho', of any users. */
    remembered: z.array(z.string().max(64)).max(MOST_REMEMBERED).optional(),
    /** The device is protected by this sign-in: a password that is too short for that is replaced first. */
    protects: z.boolean().optional(),
  }),
  answer: z.object({ data: signedInSchema }),
})

/** The current user, without an envelope. */
export const tokenConfirmRoute = get('/tokenconfirm', 'session.use', { answer: sessionUserSchema })
export const currentUserRoute = defineRoute({ ...tokenConfirmRoute, path: '/users/me' })

export const logoutRoute = post('/logout', 'session.use', { answer: messageSchema })

/** The user's own sessions, latest used first. */
export const sessionsRoute = get('/sessions', 'session.use', {
  answer: listOf(
    z.object({
      id: z.uuid(),
      device_id: z.string().nullable(),
      /** 'Chrome no Windows'; null: unknown. */
      device_name: z.string().nullable(),
      created_at: z.string(),
      last_seen_at: z.string(),
      /** Whether it is the session of this request. */
      current: z.boolean(),
    }),
  ),
})
export type OwnSession = z.output<(typeof sessionsRoute)['answer']>['data'][number]

/** Sign-ins of the user on devices without an earlier one, of the last 30 days, but for the session of this request. */
export const newDevicesRoute = get('/sessions/new-devices', 'session.use', {
  answer: listOf(newDeviceSchema),
})

/** What happened to the own account in the last 30 days, the latest first. */
export const accountEventsRoute = get('/account-events', 'session.use', {
  answer: listOf(accountEventSchema),
})

/**
 * 'Não fui eu': all sessions end, with what was set up since then, and the password opens nothing any more. The answer's
 * link sets a new one. docs/rules.md#not-me
 */
export const disownRoute = post('/account-events/disown', 'session.use', {
  confirms: 'always',
  body: z.object({
    /** `at` of the event. */
    since: z.iso.datetime({ offset: true }),
  }),
  answer: messageSchema.extend({
    /** Path of the page that sets a new password. */
    path: z.string(),
  }),
})

export const revokeSessionRoute = remove('/sessions/:id', 'session.use', {
  confirms: 'always',
  params: z.object({ id: z.uuid().meta({ title: 'Identificação da sessão' }) }),
  answer: messageSchema,
})

/**
 * Confirms with the own password, or a passkey. The answer's confirmation is the header `farol-confirmation` of the
 * calls that need one, for five minutes. A wrong password is 422 and counts together with the wrong passwords of
 * sign-ins.
 */
export const confirmRoute = post('/sessions/confirm', 'session.use', {
  reads: true,
  /** With exactly one of both. */
  body: z.object({
    own_password: z.string().min(1, REQUIRED_FIELD).max(200).optional(),
    /** What answers `POST /sessions/confirm/passkey`. */
    passkey: assertionSchema.optional(),
  }),
  answer: z.object({ data: z.object({ confirmation: z.string() }) }),
})

/** Without a token. The answer does not reveal whether the session existed. */
export const endSessionRoute = post('/sessions/end', 'public', {
  body: z.object({
    /** The proof of the token: src/domain/session/ending.ts. */
    proof: z.string().regex(/^[0-9a-f]{64}$/, 'Prova inválida'),
    /** The device has destroyed its keyring: the server's half of its key is deleted. docs/rules.md#protected-devices */
    forgets_keys: z.boolean().optional(),
  }),
  answer: messageSchema,
})

/** Accepts the phone with or without its mask. Empty removes it: docs/rules.md#documents-phones-money. */
export const phoneField = z
  .string()
  .max(40)
  .transform(nationalNumber)
  .refine((digits) => digits === '' || isPhone(digits), 'Telefone inválido')

const NOTHING_TO_CHANGE = 'Envie o que muda: e-mail, telefone ou senha'

/** Contact data, a new password, or both. The present password proves that the owner asks. */
export const updateUserRoute = post('/update-user', 'profile.update', {
  setsPassword: true,
  body: z
    .object({
      old_password: z.string({ error: REQUIRED_FIELD }).min(1, REQUIRED_FIELD).max(200),
      password: z
        .string()
        .min(SHORTEST_PASSWORD, PASSWORD_TOO_SHORT)
        .max(LONGEST_PASSWORD, PASSWORD_TOO_LONG)
        .optional(),
      email: mailSchema().optional(),
      phone: phoneField.optional(),
    })
    .refine(
      ({ password, email, phone }) => [password, email, phone].some((given) => given !== undefined),
      NOTHING_TO_CHANGE,
    ),
  /** `email_waits`: the new address is taken once its link is used. */
  answer: messageSchema.extend({
    email_waits: z.boolean().default(false),
    mail: mailedSchema.nullable().default(null),
  }),
})
