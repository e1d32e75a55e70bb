/** Whether what is shown is kept for work without a network, and the switch. docs/rules.md#pinned-reports */

import { openMirror } from '../../../db/open.ts'
import { isPinOf, unpinReport } from '../../../db/session/pinned-reports.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'
import { pinNow } from './pin-now.ts'
import { usePins } from './usePins.ts'

interface Pinning {
  readonly user: SessionUser
  readonly path: string
  readonly route: { readonly method: string; readonly path: string }
  readonly filter: ReportFilter
  /** Of the view that is shown. */
  readonly name: string | null
}

export function usePinning({ user, path, route, filter, name }: Pinning) {
  const pins = usePins(user.id)
  const isPinned = pins?.some((pin) => isPinOf(pin, path, filter)) ?? false
  const toggle = async () => {
    if (isPinned) return unpinReport(openMirror(user.id), { path, filter }, route)
    await pinNow(user, { path, filter, name })
  }
  return {
    isPinned,
    toggle: () => {
      toggle().catch(() => notify.error('Não foi possível guardar neste aparelho.'))
    },
  }
}
