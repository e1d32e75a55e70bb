/** Kysely's types of the devices: docs/rules.md#devices */
import type { Generated } from 'kysely'
import type { StoredReport } from '../../src/domain/session/device.ts'
import type { Created, Instant, NullableInstant } from './column-types.ts'

export interface DeviceTables {
  devices: Omit<StoredReport, 'mode'> & {
    id: Generated<string>
    user_id: number
    device_id: string
    mode: Generated<StoredReport['mode']>
    reported_at: NullableInstant
    created_at: Created
    erase_requested_at: NullableInstant
    erase_requested_by: number | null
    erase_received_at: NullableInstant
    erase_confirmed_at: NullableInstant
  }
  /** The server's half of the key of a protected device: docs/rules.md#protected-devices */
  device_keys: {
    user_id: number
    device_id: string
    secret_hash: string
    /** null: the device is to be erased. */
    sealed_half: string | null
    key_id: string
    pin_hash: string | null
    pin_failures: Generated<number>
    made_at: Instant
    last_used_at: Instant
  }
}
