/** Addresses of users' calendars: docs/rules.md#calendar */
import type { AlarmMinutes } from '../../src/domain/calendar/choices.ts'
import type { Created, Instant, NullableInstant } from './column-types.ts'

export interface CalendarTables {
  calendar_feeds: {
    id: string
    user_id: number
    name: string
    /** Of the secret in the address. */
    key_hash: string
    schedules: boolean
    deadlines: boolean
    renewals: boolean
    names: boolean
    alarm: AlarmMinutes | null
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
