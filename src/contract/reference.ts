/** Reference calls: docs/rules.md#session-and-reference-calls. */
import { z } from 'zod'
import {
  channelSchema,
  entrySchema,
  insuranceSchema,
  leadBrokerConfigSchema,
  partnerSchema,
  technicalTeamSchema,
  userEntrySchema,
} from '../domain/catalogue/catalogue.ts'
import { defineRoute } from './route.ts'
import { listOf } from './session.ts'

const tag = 'Referência'

/** A setting is a list. Its first item contains the value. */
const settingList = z.array(z.object({ value: z.unknown() }))
const named = z.object({ id: z.number().int(), name: z.string() })

/** With the channels below it. */
const channelAnswerSchema = channelSchema.extend({ children: z.array(named) })
/** With role and status also as a record of the list of users has them. */
export const userAnswerSchema = userEntrySchema.extend({
  roles: z.array(named),
  /** 1 active, 0 inactive. */
  status: z.union([z.literal(0), z.literal(1)]),
})

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

export const dashboardRoute = defineRoute({
  method: 'GET',
  path: '/dashboard',
  action: 'catalogues.read',
  tag,
  answer: z.object({
    channels: z.array(channelAnswerSchema),
    partners: z.array(partnerSchema),
    brokers: z.array(userAnswerSchema),
    indicator: z.array(userAnswerSchema),
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
  }),
})

export const usersRoute = defineRoute({
  method: 'GET',
  path: '/users',
  action: 'users.read',
  tag,
  answer: listOf(userAnswerSchema),
})
export const rolesRoute = defineRoute({
  method: 'GET',
  path: '/roles',
  action: 'users.read',
  tag,
  /** All roles are active. */
  query: z.object({ active: z.literal(['0', '1']).optional() }),
  answer: listOf(named),
})
export const channelsRoute = defineRoute({
  method: 'GET',
  path: '/channels',
  action: 'catalogues.read',
  tag,
  answer: listOf(channelAnswerSchema),
})
export const insurancesRoute = defineRoute({
  method: 'GET',
  path: '/insurances',
  action: 'catalogues.read',
  tag,
  answer: listOf(insuranceSchema),
})
/** Without a token. */
export const publicInsurancesRoute = defineRoute({
  method: 'GET',
  path: '/insurancesNoAuth',
  action: 'public',
  tag,
  answer: listOf(insuranceSchema),
})
export const partnersRoute = defineRoute({
  method: 'GET',
  path: '/partners',
  action: 'catalogues.read',
  tag,
  answer: listOf(partnerSchema),
})
/** The user's own partners; all where the user has none. */
export const ownPartnersRoute = defineRoute({ ...partnersRoute, path: '/partners/by/auth' })
export const technicalTeamsRoute = defineRoute({
  method: 'GET',
  path: '/technical-team',
  action: 'technicalTeams.read',
  tag,
  answer: listOf(technicalTeamSchema),
})
export const technicalTeamsForFilterRoute = defineRoute({
  ...technicalTeamsRoute,
  path: '/technical-team/for/filter',
})
export const callResultsRoute = defineRoute({
  method: 'GET',
  path: '/callsResult',
  action: 'catalogues.read',
  tag,
  answer: listOf(entrySchema),
})

/** Numbers and names of each line. */
export const leadBrokerConfigsRoute = defineRoute({
  method: 'GET',
  path: '/lead-broker-config',
  action: 'leadBrokerConfig.read',
  tag: 'Lead Corretor Config',
  answer: listOf(
    leadBrokerConfigSchema.extend({ channel: named, partner: named, insurance: named, broker: named }),
  ),
})
