/** The pinned reports of this device, live. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../../db/open.ts'
import { type Pin, pinnedReports } from '../../../db/session/pinned-reports.ts'
import { knownReading, remember } from '../known-reading.ts'

/** undefined until the first read of the session ends. */
export const usePins = (userId: number): Pin[] | undefined =>
  useLiveQuery(
    async () => {
      const pins = await pinnedReports(openMirror(userId))
      remember(userId, { pins })
      return pins
    },
    [userId],
    knownReading(userId).pins,
  )
