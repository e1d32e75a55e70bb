/** The last filter of each list: the menu opens a list as it was left. 'Limpar' in the list forgets its filter. */
import { useEffect } from 'react'
import type { LastFilters } from '../db/session/filters-record.ts'
import { loadStore } from '../db/store.ts'
import { keepsFilter } from '../domain/permissions/routes.ts'
import { firstReadingOf } from '../opening/first-reading.ts'
import { useStored } from '../opening/useStored.ts'
import { useUnchanged } from '../ui/useUnchanged.ts'

const NONE: LastFilters = {}

/** Returns the filters by path. */
export function useLastFilters(userId: number): LastFilters {
  return useStored(
    async ({ lastFilters, openMirror }) => lastFilters(openMirror(userId)),
    [userId],
    // An entry that opened without its filter would also lose it.
    firstReadingOf(userId)?.filters ?? NONE,
  )
}

/** Keeps what the address of an open list carries, but not its page. */
export function useKeptFilter(userId: number, path: string, search: LastFilters[string]): void {
  const { pagina: _page, ...rest } = search
  const filter = useUnchanged(rest)
  useEffect(() => {
    if (!keepsFilter(path)) return
    loadStore()
      .then(({ keepFilter, openMirror }) => keepFilter(openMirror(userId), path, filter))
      .catch(() => {
        // The disk is full, or the user has signed out: the list opens without a filter next time.
      })
  }, [userId, path, filter])
}
