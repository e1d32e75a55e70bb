/** The order of the tabs: an attendance-flow list in local storage, replaced by the chosen channel's (first text, section 2). */
import { z } from 'zod'
import { DEFAULT_STATUS_FLOW } from '../../domain/lead/status.ts'

const KEY = 'farol_attendance_flow'
const flowSchema = z.array(z.number().int())

export function readFlow(): readonly number[] {
  try {
    const parsed = flowSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return parsed.success && parsed.data.length > 0 ? parsed.data : DEFAULT_STATUS_FLOW
  } catch {
    // Someone else's text under our key: the default order is as good.
    return DEFAULT_STATUS_FLOW
  }
}

export function writeFlow(flow: readonly number[]): void {
  localStorage.setItem(KEY, JSON.stringify(flow))
}
