/** How long a device may be without contact before it asks for a sign-in. Without a schema: the first screen asks. */
import { DAY_MS } from '../time/durations.ts'

/** What the device keeps to know how long it has been without contact. Epoch ms of the device's clock. */
export interface Contact {
  readonly at: number
  /** The latest time that the device has seen: a clock that is set back does not hide the days. */
  readonly seen: number
  /** The setting of the last contact. 0: no limit. */
  readonly days: number
}

/** Whether the device must be signed in again before it shows data: docs/rules.md#devices */
export const isOutOfContact = ({ at, seen, days }: Contact, nowMs: number): boolean =>
  days > 0 && Math.max(seen, nowMs) - at > days * DAY_MS
