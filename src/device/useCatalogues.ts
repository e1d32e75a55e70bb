/** Names behind the numbers of a lead, live from the mirror. */
import { useLiveQuery } from 'dexie-react-hooks'
import { type Catalogues, readCatalogues } from '../db/mirror/catalogues.ts'
import { openMirror } from '../db/mirror/mirror.ts'

export type { Catalogues }

/** Undefined only for the moment before the first read. */
export function useCatalogues(userId: number): Catalogues | undefined {
  return useLiveQuery(async () => readCatalogues(openMirror(userId)), [userId])
}
