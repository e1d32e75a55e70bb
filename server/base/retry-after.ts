/** Retry-After, in seconds or as a date. Returns ms from now, or null where it asks for nothing. */
import { wallNow } from './clock/machine.ts'

export function retryAfterMs(header: string | null | undefined): number | null {
  if (header === undefined || header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - wallNow()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
