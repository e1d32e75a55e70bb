/** Addresses of users' calendars: docs/rules.md#calendar */
import type { CalendarChoices } from '../../src/domain/calendar/choices.ts'
import type { Created, Instant, NullableInstant } from './column-types.ts'

export interface CalendarTables {
  calendar_feeds: CalendarChoices & {
    id: string
    user_id: number
    /** Of the secret in the address. */
    key_hash: string
    created_at: Created
    last_used_at: NullableInstant
  }
  /** What an address told. */
  calendar_entries: {
    feed_id: string
    uid: string
    /** null: it is off. */
    digest: string | null
    starts: string
    changed_at: Instant
  }
}
