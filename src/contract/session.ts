/** Session and reference calls: docs/rules.md#session-and-reference-calls. */
import { z } from 'zod'
import {
  channelSchema,
  entrySchema,
  insuranceSchema,
  partnerSchema,
  technicalTeamSchema,
  userEntrySchema,
} from '../domain/catalogue/catalogue.ts'
import { clientSchema } from '../domain/client/client.ts'
import { cleanPhone, isPhone } from '../domain/phone/phone.ts'
import {
  LONGEST_PASSWORD,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  SHORTEST_PASSWORD,
} from '../domain/session/password.ts'
import { sessionUserSchema } from '../domain/session/session-user.ts'
import { idNumber, numberFrom } from './decimal.ts'

export const REQUIRED_FIELD = 'Campo Obrigatório'

/** POST /login. Wrong credentials answer 404, too many attempts 429. */
export const loginRequestSchema = z.object({
  login: z.string().trim().min(1, REQUIRED_FIELD).max(200),
  password: z.string().min(1, REQUIRED_FIELD).max(200),
  /**
   * Shown in the list of sessions and in the timeline. Failed attempts of others do not delay a user on a device where
   * the user signed in before.
   */
  device_id: z.string().max(64).optional(),
})
export const loginResponseSchema = z.object({ data: z.object({ token: z.string() }) })

/** Accepts the phone with or without its mask. Empty removes it: docs/rules.md#documents-phones-money. */
const phone = z
  .string()
  .max(20)
  .transform(cleanPhone)
  .refine((digits) => digits === '' || isPhone(digits), 'Telefone inválido')

/** PUT /users/{id}/phone: sets the inviter's phone from the lead form. Answers the user's entry. */
export const userPhoneRequestSchema = z.object({ phone })
export const userIdParamsSchema = z.object({ id: idNumber.meta({ title: 'Número do usuário' }) })

const NOTHING_TO_CHANGE = 'Envie o que muda: e-mail, telefone ou senha'

/** POST /update-user: contact data, a new password, or both. The present password proves that the owner asks. */
export const updateUserRequestSchema = z
  .object({
    old_password: z.string({ error: REQUIRED_FIELD }).min(1, REQUIRED_FIELD).max(200),
    password: z
      .string()
      .min(SHORTEST_PASSWORD, PASSWORD_TOO_SHORT)
      .max(LONGEST_PASSWORD, PASSWORD_TOO_LONG)
      .optional(),
    email: z.email('E-mail inválido').max(200).optional(),
    phone: phone.optional(),
  })
  .refine(
    ({ password, email, phone: number }) => [password, email, number].some((given) => given !== undefined),
    NOTHING_TO_CHANGE,
  )

/** GET /tokenconfirm and GET /users/me answer the current user without an envelope. */
export const currentUserSchema = sessionUserSchema

/** GET /sessions: the user's own sessions, latest used first. DELETE /sessions/{id} ends one. */
export const sessionEntrySchema = z.object({
  id: z.uuid(),
  device_id: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export const sessionParamsSchema = z.object({ id: z.uuid().meta({ title: 'Identificação da sessão' }) })

/** POST /sessions/end, without a token. The answer does not reveal whether the session existed. */
export const endSessionRequestSchema = z.object({
  /** The proof of the token: src/domain/session/ending.ts. */
  proof: z.string().regex(/^[0-9a-f]{64}$/, 'Prova inválida'),
})

/** The answer of calls that change something and return no data. */
export const messageSchema = z.object({ message: z.string() })

/** A setting is a list. Its first item contains the value. */
const settingList = z.array(z.object({ value: z.unknown() }))
const named = z.object({ id: z.number().int(), name: z.string() })

/** Settings of the dashboard call. */
export const SETTING_KEYS = [
  'first_call_on_time',
  'indication_on_time',
  'time_to_finish_lead',
  'time_to_capture_lead',
  'time_to_capture_on_time',
  'time_to_capture_on_time_renovation',
  'refresh_lead_seconds',
  'finished_leads_days_to_show',
  'endorsement_leads_days_to_show',
  'lost_leads_last_year_days_to_show',
] as const

/** GET /dashboard. */
export const dashboardSchema = z.object({
  channels: z.array(channelSchema),
  partners: z.array(partnerSchema),
  brokers: z.array(userEntrySchema),
  indicator: z.array(userEntrySchema),
  insurances: z.array(insuranceSchema),
  technical_teams: z.array(technicalTeamSchema),
  competitor_brokers: z.array(named),
  leads_states: z.array(entrySchema),
  leads_status: z.array(entrySchema),
  leads_sold: z.array(entrySchema),
  leads_lost_sale: z.array(entrySchema),
  leads_contact_type: z.array(entrySchema),
  leads_service_status: z.array(entrySchema),
  first_call_on_time: settingList,
  indication_on_time: settingList,
  time_to_finish_lead: settingList,
  time_to_capture_lead: settingList,
  time_to_capture_on_time: settingList,
  time_to_capture_on_time_renovation: settingList,
  refresh_lead_seconds: settingList,
  finished_leads_days_to_show: settingList,
  endorsement_leads_days_to_show: settingList,
  lost_leads_last_year_days_to_show: settingList,
})

/** GET /users, /channels, /insurancesNoAuth, /partners, /callsResult … answer `{data: […]}`. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row) })

/** GET /roles. */
export const roleEntrySchema = named

/** GET /clients. The first page is 1. */
export const clientsQuerySchema = z.object({
  page: numberFrom(1, 100_000).default(1),
  per_page: numberFrom(1, 2000).default(500),
})
export const clientsSchema = listOf(clientSchema).extend({
  pagination: z.object({ total: z.number().int() }),
})
