/** The last calls whose caller has not answered yet, by lead uid. Live, in every tab. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../../db/mirror/mirror.ts'
import { type LastCall, lastCalls } from '../../../db/session/last-calls.ts'

const NO_CALLS: ReadonlyMap<string, LastCall> = new Map()

export function useLastCalls(userId: number): ReadonlyMap<string, LastCall> {
  return useLiveQuery(async () => lastCalls(openMirror(userId)), [userId]) ?? NO_CALLS
}
