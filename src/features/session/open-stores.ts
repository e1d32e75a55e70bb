/** Opens the stores of a signed-in start while the screens' code is still loading. */

import { openMirror } from '../../db/mirror/mirror.ts'
import { readSession } from '../../db/session/device-session.ts'
import { watchPageLife } from '../../workers/page-life-bridge.ts'

export async function openStores(): Promise<void> {
  watchPageLife()
  const session = await readSession()
  // A store that can't be opened fails again for its reader, which reports the error.
  if (session !== undefined) await openMirror(session.user.id).open()
}
