/**
 * What the device's own notifications show. A lock screen is public, so they show the lead's number and no person's
 * name: docs/rules.md#notices
 */
import { z } from 'zod'
import { MINUTE_MS } from '../time/durations.ts'
import { formatTime } from '../time/sao-paulo.ts'
import { leadName, leadTarget, targetPath } from './notice.ts'
import type { OwnOpenLead } from './own-open-lead.ts'

/** A path of the app: one slash, then no other. */
const pathSchema = z.string().regex(/^\/(?![/\\])/)

/** `data` of every notification: what a click opens. */
export const notificationDataSchema = z.object({ path: pathSchema })

/** The service worker's message to a page: show this path. The page answers on the port that comes with it. */
export const openPathSchema = z.object({ type: z.literal('OPEN_PATH'), path: pathSchema })
export type OpenPath = z.infer<typeof openPathSchema>

export interface DueNotification {
  /** One per scheduling: the same in every tab. */
  readonly tag: string
  readonly dueMs: number
  readonly title: string
  readonly path: string
}

/** A device that slept shows what was due meanwhile only if it is no older. The bell has the rest. */
const STILL_SHOWN_MS = 10 * MINUTE_MS

/** Returns the notifications of the appointments that are due now or later, the earliest first. */
export function dueNotifications(leads: readonly OwnOpenLead[], nowMs: number): DueNotification[] {
  return leads
    .flatMap((lead) => {
      const dueMs = lead.appointmentMs
      if (dueMs === null || dueMs < nowMs - STILL_SHOWN_MS) return []
      const title = `${leadName(lead.id)}: agendamento às ${formatTime(dueMs)}`
      return { tag: `schedule:${lead.uid}:${dueMs}`, dueMs, title, path: targetPath(leadTarget(lead)) }
    })
    .toSorted((one, other) => one.dueMs - other.dueMs)
}
