/** The times that are offered for a next step, by the business hours: docs/rules.md#my-day */
import { useLiveQuery } from 'dexie-react-hooks'
import { settings as readSettings } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { type QuickTime, quickTimes } from '../../domain/day/quick-times.ts'
import { type BusinessCalendar, businessCalendar } from '../../domain/sla/business-calendar.ts'

/** Returns undefined until the settings are read. */
export function useBusinessCalendar(userId: number): BusinessCalendar | undefined {
  const settings = useLiveQuery(async () => readSettings(openMirror(userId)), [userId])
  return settings === undefined ? undefined : businessCalendar(settings.business_hours)
}

export function useQuickTimes(userId: number, nowMs: number): readonly QuickTime[] {
  const calendar = useBusinessCalendar(userId)
  return calendar === undefined ? [] : quickTimes(nowMs, calendar)
}
