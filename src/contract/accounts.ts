/** Calls around the links of mails, with and without a session: docs/rules.md#links */
import { z } from 'zod'
import { mailedSchema, mailStateSchema } from '../domain/mail/mailed.ts'
import {
  LONGEST_PASSWORD,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  SHORTEST_PASSWORD,
} from '../domain/session/password.ts'
import { REQUIRED_FIELD } from '../domain/text/required.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf, messageSchema } from './session.ts'

const { get, post } = routesOf('Contas')
const code = z.string().min(1).max(200)

/** What the page of a link shows. Opening it uses nothing up. 410 `link_unusable` with the reason. */
export const linkRoute = get('/password/verify/:hash', 'public', {
  params: z.object({ hash: code.meta({ title: 'Código do link' }) }),
  answer: listOf(
    z.object({
      user_id: z.number().int(),
      /** The code of the address, for the call that sets the password. */
      verify_code: z.string(),
      /** verify: a first password. redefine: a new one. email: a new address to confirm. disown: 'Não fui eu'. */
      purpose: z.enum(['verify', 'redefine', 'email', 'disown']),
      name: z.string(),
      login: z.string(),
      /** With `email`. */
      new_email: z.string().nullable(),
      verified: z.boolean(),
      /** Of the password that the link sets. undefined: a server of an earlier version. */
      shortest_password: z.number().int().optional(),
    }),
  ),
})
export type OpenLink = z.infer<typeof linkRoute.answer>['data'][number]

const newPassword = z
  .string({ error: REQUIRED_FIELD })
  .min(SHORTEST_PASSWORD, PASSWORD_TOO_SHORT)
  .max(LONGEST_PASSWORD, PASSWORD_TOO_LONG)

/** Sets a password and uses the link up. All sessions of the user end. */
export const setPasswordRoute = post('/password/verify', 'public', {
  body: z.object({
    /** The user's number; the code names it too. */
    id: z.int32().optional(),
    verify_code: code,
    password: newPassword,
  }),
  answer: messageSchema,
})

/** The same answer in the same time, whether the login exists or not. Without a mail server it says whom to ask. */
export const resetMailRoute = post('/password/reset-mail', 'public', {
  body: z.object({ login: z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(200) }),
  answer: messageSchema,
})

/** The user's address becomes the new one, and the old address gets a mail about it. */
export const confirmEmailRoute = post('/email/confirm', 'public', {
  body: z.object({ verify_code: code }),
  answer: messageSchema,
})

/**
 * 'Não fui eu', by the link of a mail: all sessions of its user end, and the password opens nothing any more. A mail brings
 * the link to a new one. docs/rules.md#not-me
 */
export const disownByLinkRoute = post('/password/disown', 'public', {
  body: z.object({ verify_code: code }),
  answer: messageSchema,
})

/** Sends a new invitation. Only `id` counts: the code is kept as a hash, name and e-mail are the record's. */
export const resendInvitationRoute = post('/email/verify', 'users.manage', {
  confirms: 'account',
  body: z.object({
    id: z.int32(),
    name: z.string().max(200).optional(),
    verify_code: z.string().max(200).nullish(),
    email: z.string().max(200).optional(),
  }),
  answer: messageSchema.extend({ mail: mailedSchema }),
})

const ofUser = z.object({ id: idNumber.meta({ title: 'Número do usuário' }) })

/** The last mail to a user, and whether administrators copy links because no mail server is configured. */
export const userMailRoute = get('/users/:id/mail', 'users.manage', {
  params: ofUser,
  answer: z.object({
    copies_links: z.boolean(),
    data: z
      .object({
        recipient: z.string(),
        state: mailStateSchema,
        /** Of the last try that failed. */
        problem: z.string().nullable(),
        at: z.string(),
      })
      .nullable(),
  }),
})
export type UserMail = z.infer<typeof userMailRoute.answer>

/**
 * A new link for the invitation of a user who is not confirmed, else for a new password; with `email` for the address that
 * waits for its confirmation. Only without a mail server.
 */
export const copyLinkRoute = post('/users/:id/link', 'users.manage', {
  confirms: 'account',
  params: ofUser,
  query: z.object({ what: z.enum(['password', 'email']).default('password') }),
  answer: z.object({ link: z.url() }),
})
