/** Keeps a report for work without a network, from its own screen or the overview. docs/rules.md#pinned-reports */

import { openMirror } from '../../../db/open.ts'
import { MOST_PINS, pinReport } from '../../../db/session/pinned-reports.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'

const NOT_KEPT = `Este aparelho guarda até ${MOST_PINS} relatórios sem rede. Retire um na tela Relatórios.`

/** Pins the report and reads it at once: a user who is about to leave the network cannot wait for the next round. */
export async function pinNow(user: SessionUser, pin: Parameters<typeof pinReport>[1]): Promise<void> {
  const db = openMirror(user.id)
  if (!(await pinReport(db, pin))) {
    notify.warning(NOT_KEPT)
    return
  }
  import('./refresh-pins.ts')
    .then(({ refreshDuePins }) =>
      refreshDuePins({ db, user, nowMs: Date.now() }, new AbortController().signal),
    )
    .catch(() => {
      // The next round reads it. Until then the overview says that it waits.
    })
}
