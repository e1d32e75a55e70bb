/** A password that was changed on a protected device opens it from then on: docs/rules.md#protected-devices */
import { anyHeldKeys } from '../../db/sealing/held-keys.ts'
import { deriveArgon2 } from '../../workers/argon2-bridge.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'
import { openByPassword, withPassword } from './open-keyring.ts'

/**
 * Resolves to whether the new password opens this device. Where the old one does not open the keyring either, it has that of an
 * earlier sign-in: only the next sign-in writes it anew.
 */
export async function keepNewPassword(old: string, password: string): Promise<boolean> {
  const keys = anyHeldKeys()
  // A personal device has no keyring.
  if (keys === null) return true
  const keyring = await withKeyrings((keyrings) => keyrings.read(keys.userId))
  const dataKey = keyring === null ? null : await openByPassword(keyring, old, deriveArgon2)
  if (keyring === null || dataKey === null) return false
  const renewed = await withPassword(keyring, dataKey, password, deriveArgon2)
  await withKeyrings((keyrings) => keyrings.write(renewed))
  return true
}
