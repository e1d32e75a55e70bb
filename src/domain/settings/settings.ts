/** Business settings. The server stores them; devices mirror them as catalogue rows of kind 'setting'. */
import { z } from 'zod'
import { firstStepsShape } from '../first-steps/first-steps.ts'
import { yearlyHolidaySchema } from '../sla/yearly-holidays.ts'
import { brokerageShape } from './brokerage.ts'
import { controllerShape } from './controller.ts'
import { goalShape } from './goals.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Defaults: docs/rules.md#settings. Hours are working hours, except the renewal's. */
export const settingsSchema = z.object({
  time_to_capture_lead: z.number().positive().default(1),
  time_to_finish_lead: z.number().positive().default(24),
  first_call_on_time: z.number().positive().default(3),
  indication_on_time: z.number().positive().default(24),
  /** Limit of the capture's flag. The bar uses `time_to_capture_lead`. */
  time_to_capture_on_time: z.number().positive().default(3),
  time_to_capture_on_time_renovation: z.number().positive().default(168),
  /** Seconds. Null where the setting is missing: devices then poll every 600,000 ms (docs/rules.md#refresh). */
  refresh_lead_seconds: z.number().positive().nullable().default(null),
  finished_leads_days_to_show: z.number().int().positive().default(30),
  endorsement_leads_days_to_show: z.number().int().positive().default(30),
  lost_leads_last_year_days_to_show: z.number().int().positive().default(30),
  /** So many days before the insurance elsewhere ends a lost lead returns; 0: never. docs/rules.md#returning */
  lost_leads_return_days: z.number().int().nonnegative().default(30),
  /** For so many years the law keeps papers of a sale: docs/rules.md#legal-keep */
  legal_keep_goods_years: z.number().int().nonnegative().default(5),
  legal_keep_persons_years: z.number().int().nonnegative().default(20),
  /** Clients without business are erased after so many years without contact; 0: never. docs/rules.md#without-contact */
  erase_without_contact_years: z.number().int().nonnegative().default(0),
  /** A device without contact for so many days asks for a sign-in; 0: never. docs/rules.md#devices */
  device_contact_days: z.number().int().nonnegative().default(0),
  /** A protected device locks itself after so many minutes without use. docs/rules.md#protected-devices */
  device_idle_minutes: z.number().int().min(5).max(30).default(10),
  /** Days that administrators and managers have to set up a second factor; 0: none is required. */
  second_factor_days: z.number().int().nonnegative().default(0),
  /** 'HH:mm' in São Paulo. Holidays are YYYY-MM-DD, in addition to the national ones. */
  business_hours: z
    .object({
      start: timeOfDay,
      end: timeOfDay,
      holidays: z.array(z.string()),
      /** Left out: none, or of an earlier version. */
      yearly: z.array(yearlyHolidaySchema).optional(),
    })
    .refine((hours) => hours.start < hours.end)
    .default({ start: '08:30', end: '18:00', holidays: [] }),
  ...brokerageShape,
  ...controllerShape,
  ...firstStepsShape,
  ...goalShape,
})
export type Settings = z.infer<typeof settingsSchema>

/** Returns the settings from catalogue rows. A missing or malformed one has its default. */
export function settingsFrom(rows: readonly { key: string; value?: unknown }[]): Settings {
  const given = Object.fromEntries(rows.map((row) => [row.key, row.value]))
  const parsed = settingsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const broken = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return settingsSchema.parse(Object.fromEntries(Object.entries(given).filter(([key]) => !broken.has(key))))
}

/** Returns the polling interval in milliseconds, for times when the server can't poke: docs/rules.md#refresh. */
export function refreshIntervalMs(settings: Settings): number {
  return settings.refresh_lead_seconds === null ? 600_000 : settings.refresh_lead_seconds * 1000
}
