/** Session and reference calls: first text, section 7; shapes: ruling 29. */
import { z } from 'zod'
import {
  channelSchema,
  entrySchema,
  insuranceSchema,
  partnerSchema,
  technicalTeamSchema,
  userEntrySchema,
} from '../domain/catalogue/catalogue.ts'
import { sessionUserSchema } from '../domain/session/session-user.ts'

export const REQUIRED_FIELD = 'Campo Obrigatório'

/** POST /login. Wrong credentials answer 404, too many attempts 429. */
export const loginRequestSchema = z.object({
  login: z.string().trim().min(1, REQUIRED_FIELD).max(200),
  password: z.string().min(1, REQUIRED_FIELD).max(200),
  /** Shown in the list of sessions and in the timeline. */
  device_id: z.string().max(64).optional(),
})
export const loginResponseSchema = z.object({ data: z.object({ token: z.string() }) })

/** POST /update-user: contact data, or a new password. */
export const updateUserRequestSchema = z.union([
  z.object({
    old_password: z.string().min(1, REQUIRED_FIELD),
    password: z.string().min(8, 'Use ao menos 8 caracteres').max(200),
  }),
  z.object({ email: z.email('E-mail inválido').max(200), phone: z.string().max(20) }),
])

/** GET /tokenconfirm and GET /users/me answer the current user bare. */
export const currentUserSchema = sessionUserSchema

/** A setting comes as a list whose first item's value is used. */
const settingList = z.array(z.object({ value: z.unknown() }))
const named = z.object({ id: z.number().int(), name: z.string() })

/** Settings of the dashboard call. */
export const SETTING_KEYS = [
  'first_call_on_time',
  'indication_on_time',
  'time_to_finish_lead',
  'time_to_capture_lead',
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
  time_to_capture_on_time_renovation: settingList,
  refresh_lead_seconds: settingList,
  finished_leads_days_to_show: settingList,
  endorsement_leads_days_to_show: settingList,
  lost_leads_last_year_days_to_show: settingList,
})

/** GET /users, /channels, /insurancesNoAuth, /partners, /callsResult … answer `{data: […]}`. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row) })
