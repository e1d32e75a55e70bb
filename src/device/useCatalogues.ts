/** The catalogues, live from the mirror: they contain the names of a lead's numbers. */
import { useLiveQuery } from 'dexie-react-hooks'
import { type Catalogues, readCatalogues } from '../db/mirror/catalogues.ts'
import { openMirror } from '../db/mirror/mirror.ts'
import { firstReadingOf } from '../workers/first-reading-bridge.ts'

export type { Catalogues }

/** Returns undefined until the first read ends. */
export function useCatalogues(userId: number): Catalogues | undefined {
  return useLiveQuery(
    async () => readCatalogues(openMirror(userId)),
    [userId],
    firstReadingOf(userId)?.catalogues,
  )
}
