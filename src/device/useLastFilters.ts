/** The last filter of each list: the menu opens a list as it was left. 'Limpar' in the list forgets its filter. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { openMirror } from '../db/mirror/mirror.ts'
import { keepFilter, type LastFilters, lastFilters } from '../db/session/last-filters.ts'

/** The lists whose address carries a filter. */
const LISTS: readonly string[] = [
  '/users',
  '/clients',
  '/seguros',
  '/parceiros',
  '/technical-team',
  '/lead-broker-config',
  '/canais',
  '/concorrentes',
  '/conferencia-informacoes-lead',
  '/auditoria',
]
const isReport = (path: string) => path.startsWith('/relatorio-')
const NONE: LastFilters = {}

/** Returns the filters by path. */
export function useLastFilters(userId: number): LastFilters {
  return useLiveQuery(async () => lastFilters(openMirror(userId)), [userId], NONE)
}

/** Keeps what the address of an open list carries, but not its page. */
export function useKeptFilter(userId: number, path: string, search: LastFilters[string]): void {
  const { pagina: _page, ...filter } = search
  const text = JSON.stringify(filter)
  useEffect(() => {
    if (!LISTS.includes(path) && !isReport(path)) return
    keepFilter(openMirror(userId), path, filter).catch(() => {
      // The disk is full, or the user has signed out: the list opens without a filter next time.
    })
    // The text names all that the filter has.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [userId, path, text])
}
