/** Users, as administration lists, creates and changes them: docs/rules.md#users */
import { z } from 'zod'
import { technicalTeamSchema } from '../../domain/catalogue/catalogue.ts'
import { mailSchema } from '../../domain/client/mail-schema.ts'
import { mailedSchema } from '../../domain/mail/mailed.ts'
import { isStaff } from '../../domain/permissions/roles.ts'
import { partsOf } from '../../domain/record/parts.ts'
import { roleIdSchema } from '../../domain/session/session-user.ts'
import { USER_FIELDS, type UserField } from '../../domain/session/user-fields.ts'
import { workStartProblem } from '../../domain/session/work-start.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { idNumber, wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { listOf, messageSchema, phoneField } from '../session.ts'
import { departureSchema, transferDoneSchema } from '../transfers.ts'

const { get, post, put } = routesOf('Usuários')

const named = z.object({ id: z.number().int(), name: z.string() })

const { name: userName, ...plain } = partsOf(USER_FIELDS, 'stored')

export const managedUserSchema = z.object({
  id: z.number().int(),
  name: userName,
  login: z.string(),
  email: z.string(),
  /** The address that replaces `email` once its link is used; null: none. */
  waiting_email: z.string().nullable(),
  ...plain,
  channel_id: z.number().int(),
  partners: z.array(named),
  roles: z.array(named),
  technical_team: technicalTeamSchema.omit({ active: true }).nullable(),
  /** null: there was never an invitation. The code is kept as a hash alone, so it is always null. */
  verify: z.object({ verified: z.boolean(), verify_code: z.null() }).nullable(),
})
/** The revision is opaque: it changes with the user. */
const openUserSchema = managedUserSchema.extend({
  revision: z.string(),
  /** Whether the user enters with more than the password. */
  second_factor: z.boolean().default(false),
  /** How many addresses a calendar of the user may read. */
  calendar_feeds: z.number().int().default(0),
})
export type OpenUser = z.infer<typeof openUserSchema>
export type ManagedUser = z.infer<typeof managedUserSchema>

const text = (most: number) =>
  z.string({ error: REQUIRED_FIELD }).overwrite(withoutInvisible).trim().min(1, REQUIRED_FIELD).max(most)
const chosen = z.int32({ error: REQUIRED_FIELD }).nullable().default(null)

const fields = {
  name: text(120),
  /** A confirmed user's new address waits for its link. The present address withdraws one that waits. */
  email: mailSchema(REQUIRED_FIELD),
  phone: phoneField.refine((digits) => digits !== '', REQUIRED_FIELD),
  role: z.number({ error: REQUIRED_FIELD }).pipe(roleIdSchema),
  /** Required for roles above 3. The others are of channel 1, the brokerage's own. */
  channel_id: chosen,
  technical_team_id: chosen,
  partners: z.array(z.int32()).max(1000).default([]),
  active_all_dealerships: z.boolean().default(false),
  /** Administrators alone change it. Left out, as by an earlier version of the app, it stays as it is. */
  shared_tablet: z.boolean().optional(),
  observation: z.string().max(500).default(''),
  status: z.union([z.literal(0), z.literal(1)]).default(1),
  renovator_hierarchical_group: z
    .string()
    .regex(/^\d{0,15}$/, 'Até 15 dígitos')
    .nullable()
    .default(null)
    .transform((digits) => digits || null),
  work_start: z
    .string()
    .meta({ format: 'time' })
    .nullable()
    .default(null)
    .superRefine((time, context) => {
      const message = workStartProblem(time ?? '')
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .transform((time) => time || null),
  /** In place of a confirmation: docs/rules.md#own-password */
  own_password: z.string().max(200).optional(),
} satisfies Readonly<Record<UserField, z.ZodType>> & Readonly<Record<string, z.ZodType>>

const needsChannel = ({ role, channel_id }: { role: number; channel_id: number | null }) =>
  isStaff(roleIdSchema.parse(role)) || channel_id !== null
const CHANNEL = { path: ['channel_id'], message: REQUIRED_FIELD }

export const newUserBodySchema = z
  .object({ ...fields, login: text(60).regex(/^\S+$/, 'O login não pode ter espaços') })
  .refine(needsChannel, CHANNEL)
export const userBodySchema = z
  .object({
    ...fields,
    /** Of the user as it was read. 409 `conflict` if it has changed since. Without it the save is unconditional. */
    revision: z.string().max(60).optional(),
    /** With a change that takes a broker away. Left out, everything stays where it is. docs/rules.md#departures */
    departure: departureSchema.optional(),
  })
  .refine(needsChannel, CHANNEL)
export type UserBody = z.output<typeof userBodySchema>

const params = z.object({ id: idNumber.meta({ title: 'Número do usuário' }) })
export const usersListRoute = get('/users/list', 'users.read', {
  query: z.object({
    /** Parts of name and login, without regard to case and accents. */
    name: z.string().max(120).optional(),
    login: z.string().max(60).optional(),
    status: wholeNumber.optional(),
    per_page: wholeNumber.pipe(z.number().min(1).max(100)).default(10),
    /** From 1. */
    page: wholeNumber.pipe(z.number().min(1)).default(1),
  }),
  answer: z.object({ data: z.array(managedUserSchema), meta: z.object({ total: z.number().int() }) }),
})

export const userAccessSchema = z.object({
  id: z.number().int(),
  /** When a session of the user last called, or when it last signed in. null: it never did. */
  last_access: z.string().nullable(),
  partners: z.array(z.number().int()),
  all_partners: z.boolean(),
  /** By a flag of the user or of a dealership. */
  shared_tablet: z.boolean().default(false),
})
export type UserAccess = z.infer<typeof userAccessSchema>

/** What the list of users shows and devices do not mirror, of everybody. */
export const usersAccessRoute = get('/users/access', 'users.manage', { answer: listOf(userAccessSchema) })

/** With what devices do not mirror. */
export const managedUserRoute = get('/users/:id', 'users.manage', { params, answer: openUserSchema })

export const createUserRoute = post('/users', 'users.manage', {
  once: true,
  confirms: 'account',
  body: newUserBodySchema,
  /** `mail`: the invitation of an active user. */
  answer: managedUserSchema.extend({ mail: mailedSchema.nullable().default(null) }),
})

export const updateManagedUserRoute = put('/users/:id', 'users.manage', {
  confirms: 'account',
  params,
  body: userBodySchema,
  /** `email_waits`: the new address is taken once its link is used. `mail`: what the change sends, if anything. */
  answer: openUserSchema.extend({
    email_waits: z.boolean(),
    mail: mailedSchema.nullable().default(null),
    departed: transferDoneSchema.nullable().default(null),
  }),
})

/** Records that the viewer has seen the list of users, so no user in it is new any more. */
export const usersSeenRoute = post('/users/seen', 'users.read', { answer: messageSchema })
