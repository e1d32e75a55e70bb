/** A lead's timeline: the stored one at once, then the server's, and the commands of this device that wait. */

import { useLiveQuery } from 'dexie-react-hooks'
import { timelineRoute } from '../../../contract/board.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import { timelineKey } from '../../../db/mirror/timelines.ts'
import { openMirror } from '../../../db/open.ts'
import { wholeQueue } from '../../../db/outbox/queue-order.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import type { Lead } from '../../../domain/lead/lead.ts'

export interface Timeline {
  /** Undefined: not stored on this device, and not fetched. */
  readonly entries: readonly TimelineEntry[] | undefined
  readonly waiting: readonly OutboxRecord[]
  readonly fetching: boolean
  /** Without a network: when the entries arrived, epoch ms of the server's clock. */
  readonly keptAt: number | undefined
}

const NO_RECORDS: readonly OutboxRecord[] = []

export function useTimeline(userId: number, lead: Lead): Timeline {
  const { uid, id, version, client_uid } = lead
  const { value, state, dataAt, problem } = useAnswer(
    userId,
    timelineRoute,
    id === null ? null : { params: { id } },
    {
      what: 'o histórico',
      // The pull brings timelines under the same key.
      key: timelineKey(uid),
      lead: uid,
      // Another version means that the row was written, so the server has new entries.
      version,
    },
  )
  const waiting = useLiveQuery(
    async () =>
      (await wholeQueue(openMirror(userId))).filter(
        ({ entityUid }) => entityUid === uid || entityUid === client_uid,
      ),
    [userId, uid, client_uid],
    NO_RECORDS,
  )
  return {
    entries: value?.data,
    waiting,
    fetching: state === 'loading',
    keptAt: problem?.isOffline === true ? dataAt : undefined,
  }
}
