/** When a protected device locks itself: docs/rules.md#protected-devices */
import { MINUTE_MS } from '../time/durations.ts'

export interface Use {
  /** null: the device is locked. */
  readonly lastUseMs: number | null
  readonly nowMs: number
  readonly minutes: number
}

/** A clock is corrected by some seconds now and then. */
const CORRECTION_MS = MINUTE_MS

/** A clock that was set back counts as idle: otherwise it would keep the device open. */
export function isIdle({ lastUseMs, nowMs, minutes }: Use): boolean {
  if (lastUseMs === null || !Number.isFinite(lastUseMs)) return true
  const idleMs = nowMs - lastUseMs
  return idleMs >= minutes * MINUTE_MS || idleMs < -CORRECTION_MS
}
