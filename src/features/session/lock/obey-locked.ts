/** An order to erase reaches a locked device, too: it asks by its secret, since its token is sealed. docs/rules.md#erasing-a-device */
import { call } from '../../../api/call.ts'
import { eraseOrderRoute } from '../../../contract/devices.ts'
import { forgetUser } from '../../../device/keyring/forget-user.ts'
import { withKeyrings } from '../../../workers/keyring-bridge.ts'
import { markErased } from '../erased-mark.ts'
import { dropStoredOf } from '../finish-erasure.ts'

/** Resolves to whether the user was erased. Without an answer nothing happens: the next look asks again. */
export async function obeyLocked(userId: number): Promise<boolean> {
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring === null) return false
  const locked = { user_id: userId, device_secret: keyring.secret }
  const asked = await call(eraseOrderRoute, { body: { stage: 'asks', locked } })
  if (asked.kind !== 'ok' || asked.value.data === null) return false
  const { by } = asked.value.data
  await call(eraseOrderRoute, { body: { stage: 'received', locked } })
  await forgetUser(userId)
  dropStoredOf(userId)
  markErased(by)
  await call(eraseOrderRoute, { body: { stage: 'erased', locked } })
  return true
}
