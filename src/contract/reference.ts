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
import { defineRoute, routesOf } from './route.ts'
import { listOf } from './session.ts'

const { get } = routesOf('Referência')

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

export const dashboardRoute = get('/dashboard', 'catalogues.read', {
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

export const usersRoute = get('/users', 'users.read', { answer: listOf(userAnswerSchema) })
export const rolesRoute = get('/roles', 'users.read', {
  /** All roles are active. */
  query: z.object({ active: z.literal(['0', '1']).optional() }),
  answer: listOf(named),
})
export const channelsRoute = get('/channels', 'catalogues.read', { answer: listOf(channelAnswerSchema) })
export const insurancesRoute = get('/insurances', 'catalogues.read', { answer: listOf(insuranceSchema) })
/** Without a token. */
export const publicInsurancesRoute = get('/insurancesNoAuth', 'public', { answer: listOf(insuranceSchema) })
export const partnersRoute = get('/partners', 'catalogues.read', { answer: listOf(partnerSchema) })
/** The user's own partners; all where the user has none. */
export const ownPartnersRoute = defineRoute({ ...partnersRoute, path: '/partners/by/auth' })
export const technicalTeamsRoute = get('/technical-team', 'technicalTeams.read', {
  answer: listOf(technicalTeamSchema),
})
export const technicalTeamsForFilterRoute = defineRoute({
  ...technicalTeamsRoute,
  path: '/technical-team/for/filter',
})
export const callResultsRoute = get('/callsResult', 'catalogues.read', { answer: listOf(entrySchema) })

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
