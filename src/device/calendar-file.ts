/** An agreed return as a file for the device's calendar, from what the device has: docs/rules.md#calendar */
import type { Lead } from '../domain/lead/lead.ts'
import { SOON_MS } from '../domain/notices/notice.ts'
import { DAY_MS, MINUTE_MS } from '../domain/time/durations.ts'
import { importWithRetry } from '../opening/import-with-retry.ts'
import { download } from './download.ts'

/** Saves the lead's open return. The file names no client: it leaves what protects the device. */
export async function saveReturn(lead: Lead, nowMs: number): Promise<void> {
  const [{ returnEvent }, { CALENDAR_TYPE, calendarText }] = await importWithRetry(() =>
    Promise.all([import('../domain/calendar/events.ts'), import('../domain/calendar/file.ts')]),
  )
  const event = returnEvent(lead)
  if (event === null || event.time.kind === 'day') return
  const { uid, title, time, isBusy, path } = event
  const shown = { title, isBusy, link: new URL(path, window.location.origin).href }
  const text = calendarText([{ uid, time, changedMs: nowMs, shown }], {
    alarm: SOON_MS / MINUTE_MS,
    fromMs: time.startMs - DAY_MS,
    untilMs: time.endMs + DAY_MS,
    isFeed: false,
  })
  download(new Blob([text], { type: CALENDAR_TYPE }), `retorno-lead-${lead.id ?? 'pendente'}.ics`)
}
