/** Whether what is shown is kept for work without a network, and the switch. docs/rules.md#pinned-reports */
import { openMirror } from '../../../db/mirror/mirror.ts'
import { isPinOf, MOST_PINS, pinReport, unpinReport } from '../../../db/session/pinned-reports.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'
import { usePins } from './usePins.ts'

interface Pinning {
  readonly user: SessionUser
  readonly path: string
  readonly route: { readonly method: string; readonly path: string }
  readonly filter: ReportFilter
  /** Of the view that is shown. */
  readonly name: string | null
}

const NOT_KEPT = `Este aparelho guarda até ${MOST_PINS} relatórios sem rede. Retire um na tela Relatórios.`

export function usePinning({ user, path, route, filter, name }: Pinning) {
  const pins = usePins(user.id)
  const isPinned = pins?.some((pin) => isPinOf(pin, path, filter)) ?? false
  const toggle = async () => {
    const db = openMirror(user.id)
    if (isPinned) return unpinReport(db, { path, filter }, route)
    if (!(await pinReport(db, { path, filter, name }))) notify.warning(NOT_KEPT)
  }
  return {
    isPinned,
    toggle: () => {
      toggle().catch(() => notify.error('Não foi possível guardar neste aparelho.'))
    },
  }
}
