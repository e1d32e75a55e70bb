/** The last calls whose caller has not answered yet, by lead uid. Live, in every tab. */

import type { LastCall } from '../../../db/last-calls.ts'
import { useStored } from '../../../opening/useStored.ts'

const NO_CALLS: ReadonlyMap<string, LastCall> = new Map()

export function useLastCalls(userId: number): ReadonlyMap<string, LastCall> {
  return useStored(async ({ lastCalls, openMirror }) => lastCalls(openMirror(userId)), [userId], NO_CALLS)
}
