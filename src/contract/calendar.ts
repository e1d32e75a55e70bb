/** Addresses by which a user's calendar reads its returns and deadlines: docs/rules.md#calendar */
import { z } from 'zod'
import { ALARM_MINUTES, calendarChoicesSchema } from '../domain/calendar/choices.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post, put, remove } = routesOf('Calendário')
const action = 'calendar.use'

export const calendarFeedSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  schedules: z.boolean(),
  deadlines: z.boolean(),
  renewals: z.boolean(),
  names: z.boolean(),
  alarm: z.literal(ALARM_MINUTES).nullable(),
  /** When the present address was made. */
  created_at: z.string(),
  /** Exact to the minute. null: never read. */
  last_used_at: z.string().nullable(),
})
export type CalendarFeed = z.output<typeof calendarFeedSchema>

/** The address is answered once, when it is made. Only a hash of its secret is kept. */
const madeFeedSchema = calendarFeedSchema.extend({ url: z.url() })
export type MadeCalendarFeed = z.output<typeof madeFeedSchema>

const ofFeed = z.object({ id: z.uuid().meta({ title: 'Endereço de calendário' }) })

export const calendarFeedsRoute = get('/calendar-feeds', action, {
  answer: z.object({ data: z.array(calendarFeedSchema) }),
})

/** It is a way to the user's leads that no sign-out ends: it asks for the own password. */
export const newCalendarFeedRoute = post('/calendar-feeds', action, {
  confirms: 'always',
  once: true,
  body: calendarChoicesSchema,
  answer: madeFeedSchema,
})

export const changeCalendarFeedRoute = put('/calendar-feeds/:id', action, {
  params: ofFeed,
  body: calendarChoicesSchema,
  answer: calendarFeedSchema,
})

/** Another address with the same choices; the earlier one ends. */
export const renewCalendarFeedRoute = post('/calendar-feeds/:id/renew', action, {
  confirms: 'always',
  once: true,
  params: ofFeed,
  answer: madeFeedSchema,
})

export const endCalendarFeedRoute = remove('/calendar-feeds/:id', action, {
  params: ofFeed,
  answer: messageSchema,
})

/** All addresses of another user. */
export const endUserCalendarsRoute = remove('/users/:id/calendar-feeds', 'users.manage', {
  params: z.object({ id: idNumber.meta({ title: 'Número do usuário' }) }),
  answer: messageSchema,
})

/** What a calendar reads, by the secret in its address alone. */
export const calendarFileRoute = get('/calendar/:file', 'public', {
  params: z.object({ file: z.string().meta({ title: 'Segredo e .ics' }) }),
  answer: { file: 'text/calendar' },
})
