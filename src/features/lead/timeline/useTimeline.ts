/** A lead's timeline: the stored one at once, then the server's, which is stored, too. */

import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { timelineRoute } from '../../../contract/board.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import { openMirror } from '../../../db/mirror/mirror.ts'
import type { OutboxRecord } from '../../../db/mirror/schema.ts'
import { keepTimeline, timelineOf } from '../../../db/mirror/timelines.ts'
import { wholeQueue } from '../../../db/outbox/queue-order.ts'
import { online } from '../../../device/online.ts'
import type { Lead } from '../../../domain/lead/lead.ts'

export interface Timeline {
  /** Undefined: not stored on this device, and not fetched. */
  readonly entries: readonly TimelineEntry[] | undefined
  readonly waiting: readonly OutboxRecord[]
  readonly fetching: boolean
}

const NO_RECORDS: readonly OutboxRecord[] = []

export function useTimeline(userId: number, lead: Lead): Timeline {
  const { uid, id, version, client_uid } = lead
  const [fetched, setFetched] = useState<{ of: string; entries: readonly TimelineEntry[] } | null>(null)
  const [fetching, setFetching] = useState(false)
  const kept = useLiveQuery(async () => timelineOf(openMirror(userId), uid), [userId, uid])
  const waiting = useLiveQuery(
    async () =>
      (await wholeQueue(openMirror(userId))).filter(
        ({ entityUid }) => entityUid === uid || entityUid === client_uid,
      ),
    [userId, uid, client_uid],
    NO_RECORDS,
  )

  // Another version means that the row was written, so the server has new entries.
  useEffect(() => {
    if (id === null) return
    let gone = false
    const fetch = async () => {
      setFetching(true)
      const answer = await online((token) => call(timelineRoute, { token, params: { id } }))
      if (gone) return
      setFetching(false)
      if (answer.kind !== 'ok') return
      const { data: entries } = answer.value
      setFetched({ of: uid, entries })
      await keepTimeline(openMirror(userId), uid, entries)
    }
    const refresh = () => void fetch()
    refresh()
    window.addEventListener('online', refresh)
    return () => {
      gone = true
      window.removeEventListener('online', refresh)
    }
  }, [userId, uid, id, version])

  return { entries: kept ?? (fetched?.of === uid ? fetched.entries : undefined), waiting, fetching }
}
