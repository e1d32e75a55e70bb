/**
 * The mode of this device: where one user's data is sealed, everybody's is. Every sign-in asks, without a worker and without the
 * code of a keyring. docs/rules.md#protected-devices
 */
import { recoveredDeviceId } from '../../db/outbox/queue-copy-store.ts'
import { wasProtected } from '../../db/session/device-mode.ts'
import { sealedSessions } from '../../db/session/device-session.ts'
import { hasAnyKeyring } from './has-keyring.ts'

/**
 * `sealed`: somebody's data is sealed here. `kept`: nobody's, but the last user who signed out had a protected device. `personal`:
 * neither.
 */
export type DeviceMode = 'sealed' | 'kept' | 'personal'

export async function deviceMode(): Promise<DeviceMode> {
  const isSealed =
    // The browser may have taken the keyrings, and left a queue that only one of them opens.
    recoveredDeviceId(window.localStorage) !== null ||
    (await hasAnyKeyring()) ||
    (await sealedSessions()).length > 0
  if (isSealed) return 'sealed'
  return wasProtected(window.localStorage) ? 'kept' : 'personal'
}
