/** Opens the stores of a signed-in start while the screens' code is still loading. */

import { openMirror } from '../../db/mirror/mirror.ts'
import { readSession } from '../../db/session/device-session.ts'
import { watchPageLife } from '../../workers/page-life-bridge.ts'

export async function openStores(): Promise<void> {
  watchPageLife()
  const session = await readSession()
  // Whoever reads a store that can't be opened gets the error again and reports it.
  if (session !== undefined) await openMirror(session.user.id).open()
}
