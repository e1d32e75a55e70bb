/** What a user lets an address of the calendar tell: docs/rules.md#calendar */
import { z } from 'zod'
import { withoutInvisible } from '../text/invisible.ts'
import { REQUIRED_FIELD } from '../text/required.ts'

/** In the order of the form. */
export const CALENDAR_KINDS = ['schedules', 'deadlines', 'renewals'] as const
export type CalendarKind = (typeof CALENDAR_KINDS)[number]

export const CALENDAR_KIND_WORDS: Readonly<Record<CalendarKind, string>> = {
  schedules: 'Retornos agendados',
  deadlines: 'Prazos dos leads',
  renewals: 'Vencimento do seguro a renovar',
}

/** Minutes before. */
export const ALARM_MINUTES = [0, 5, 10, 15, 30, 60, 1440] as const

export type AlarmMinutes = (typeof ALARM_MINUTES)[number]

export const alarmWords = (minutes: number): string => {
  if (minutes === 0) return 'Na hora'
  if (minutes === 1440) return '1 dia antes'
  return minutes === 60 ? '1 hora antes' : `${minutes} minutos antes`
}

const NO_KIND = 'Escolha ao menos um.'

export const calendarChoicesSchema = z
  .object({
    /** What the user calls it, such as the device that reads it. */
    name: z
      .string({ error: REQUIRED_FIELD })
      .overwrite(withoutInvisible)
      .trim()
      .min(1, REQUIRED_FIELD)
      .max(60),
    schedules: z.boolean(),
    deadlines: z.boolean(),
    renewals: z.boolean(),
    /** The names of clients, which then lie with whoever keeps the calendar. */
    names: z.boolean(),
    /** Minutes before; null: no alarm. */
    alarm: z.literal(ALARM_MINUTES).nullable(),
  })
  .refine((choices) => CALENDAR_KINDS.some((kind) => choices[kind]), { error: NO_KIND, path: ['schedules'] })
export type CalendarChoices = z.output<typeof calendarChoicesSchema>

/** A new address tells what was agreed with clients, and no name. */
export const NEW_CHOICES: CalendarChoices = {
  name: '',
  schedules: true,
  deadlines: false,
  renewals: false,
  names: false,
  alarm: 15,
}
