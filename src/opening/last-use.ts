/**
 * When a protected device was last used: one time for all tabs, in local storage. It is deleted while the device is locked.
 * docs/rules.md#protected-devices
 */
import { isIdle } from '../domain/session/idle.ts'

const KEY = 'farol_last_use'
const MINUTES = 'farol_idle_minutes'
const DEFAULT_MINUTES = 10
/** Each write wakes the other tabs. */
const WRITE_EVERY_MS = 5000

const stored = (): number | null => {
  const text = window.localStorage.getItem(KEY)
  return text === null ? null : Number(text)
}

export function noteUse(nowMs: number): void {
  const last = stored()
  if (last !== null && nowMs >= last && nowMs - last < WRITE_EVERY_MS) return
  try {
    window.localStorage.setItem(KEY, String(nowMs))
  } catch {
    // The storage is full: the device locks itself too early.
  }
}

export const forgetUse = (): void => window.localStorage.removeItem(KEY)

/** The minutes that the user's last sign-in brought. */
export function keepIdleMinutes(minutes: number): void {
  try {
    window.localStorage.setItem(MINUTES, String(minutes))
  } catch {
    // The storage is full: the usual time counts.
  }
}

/** Whether the device was used so shortly before that it is not locked yet. */
export function isInUse(nowMs: number): boolean {
  const minutes = Number(window.localStorage.getItem(MINUTES) ?? DEFAULT_MINUTES)
  return !isIdle({ lastUseMs: stored(), nowMs, minutes })
}
