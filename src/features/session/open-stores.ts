/** Opens what a signed-in start reads, while the code of the screens is still on its way. */

import { openMirror } from '../../db/mirror/mirror.ts'
import { readSession } from '../../db/session/device-session.ts'
import { watchPageLife } from '../../workers/page-life-bridge.ts'

export async function openStores(): Promise<void> {
  watchPageLife()
  const session = await readSession()
  // A store that can't be opened is met again, and said, by who reads it.
  if (session !== undefined) await openMirror(session.user.id).open()
}
