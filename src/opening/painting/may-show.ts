/** Whether a kept painting is true now: docs/architecture.md#the-first-painting. Pure, and without a schema: `begin.js` asks it. */
import type { Painting } from '../../db/changes/paintings.ts'
import type { DeviceSession } from '../../db/schema/records.ts'
import { isOutOfContact } from '../../domain/session/contact.ts'
import { DAY_MS } from '../../domain/time/durations.ts'

/** Older ones are of a day that nobody remembers. */
const LIFE_MS = 3 * DAY_MS

export interface Now {
  readonly build: string
  readonly layout: string
  readonly look: string | null
  /** The token of local storage. */
  readonly token: string
  readonly session: DeviceSession
  /** Whether protected users are signed in on this device as well. */
  readonly isBesideSealed: boolean
  /** The number of the journal's last entry. */
  readonly seq: number
  readonly nowMs: number
}

/** Whether the session's screens would show data at all. */
function isOpen({ session, token, isBesideSealed, nowMs }: Now): boolean {
  const { contact } = session
  return (
    session.token === token &&
    session.mode !== 'sealed' &&
    !session.expired &&
    session.revoked !== true &&
    session.erase === undefined &&
    !isBesideSealed &&
    (contact === undefined || !isOutOfContact(contact, nowMs))
  )
}

export function mayShow(painting: Painting, now: Now): boolean {
  const { keptAt, trueUntil } = painting
  return (
    isOpen(now) &&
    painting.build === now.build &&
    painting.layout === now.layout &&
    painting.look === now.look &&
    painting.user === JSON.stringify(now.session.user) &&
    painting.seq === now.seq &&
    // A clock that was set back is no time to trust.
    now.nowMs >= keptAt &&
    now.nowMs < Math.min(trueUntil, keptAt + LIFE_MS)
  )
}
