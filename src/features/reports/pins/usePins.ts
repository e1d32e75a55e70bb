/** The pinned reports of this device, live. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../../db/mirror/mirror.ts'
import { type Pin, pinnedReports } from '../../../db/session/pinned-reports.ts'

/** undefined until the first read ends. */
export const usePins = (userId: number): Pin[] | undefined =>
  useLiveQuery(async () => pinnedReports(openMirror(userId)), [userId])
