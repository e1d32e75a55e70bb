/** The catalogues, live from the mirror: they contain the names of a lead's numbers. */

import type { Catalogues } from '../db/mirror/catalogues.ts'
import { firstReadingOf } from '../opening/first-reading.ts'
import { useStored } from '../opening/useStored.ts'

export type { Catalogues }

/** Returns undefined until the first read ends. */
export function useCatalogues(userId: number): Catalogues | undefined {
  return useStored(
    async ({ openMirror, readCatalogues }) => readCatalogues(openMirror(userId)),
    [userId],
    firstReadingOf(userId)?.catalogues ?? undefined,
  )
}
