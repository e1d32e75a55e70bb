/** Addresses by which a user's calendar reads its returns and deadlines: docs/rules.md#calendar */
import { z } from 'zod'
import { ALARM_MINUTES, calendarChoicesSchema } from '../domain/calendar/choices.ts'
import { idNumber } from './decimal.ts'
import { defineRoute } from './route.ts'
import { messageSchema } from './session.ts'

const tag = 'Calendário'
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

export const calendarFeedsRoute = defineRoute({
  method: 'GET',
  path: '/calendar-feeds',
  action,
  tag,
  answer: z.object({ data: z.array(calendarFeedSchema) }),
})

/** It is a way to the user's leads that no sign-out ends: it asks for the own password. */
export const newCalendarFeedRoute = defineRoute({
  method: 'POST',
  path: '/calendar-feeds',
  action,
  confirms: 'always',
  once: true,
  tag,
  body: calendarChoicesSchema,
  answer: madeFeedSchema,
})

export const changeCalendarFeedRoute = defineRoute({
  method: 'PUT',
  path: '/calendar-feeds/:id',
  action,
  tag,
  params: ofFeed,
  body: calendarChoicesSchema,
  answer: calendarFeedSchema,
})

/** Another address with the same choices; the earlier one ends. */
export const renewCalendarFeedRoute = defineRoute({
  method: 'POST',
  path: '/calendar-feeds/:id/renew',
  action,
  confirms: 'always',
  once: true,
  tag,
  params: ofFeed,
  answer: madeFeedSchema,
})

export const endCalendarFeedRoute = defineRoute({
  method: 'DELETE',
  path: '/calendar-feeds/:id',
  action,
  tag,
  params: ofFeed,
  answer: messageSchema,
})

/** All addresses of another user. */
export const endUserCalendarsRoute = defineRoute({
  method: 'DELETE',
  path: '/users/:id/calendar-feeds',
  action: 'users.manage',
  tag,
  params: z.object({ id: idNumber.meta({ title: 'Número do usuário' }) }),
  answer: messageSchema,
})

/** What a calendar reads, by the secret in its address alone. */
export const calendarFileRoute = defineRoute({
  method: 'GET',
  path: '/calendar/:file',
  action: 'public',
  tag,
  params: z.object({ file: z.string().meta({ title: 'Segredo e .ics' }) }),
  answer: { file: 'text/calendar' },
})
