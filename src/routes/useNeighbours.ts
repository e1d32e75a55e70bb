/**
 * The leads before and after the one whose form is open, in the list that it was opened from: docs/rules.md#the-head-of-the-form.
 * The list is that of the opening: a lead that a save moves elsewhere keeps its place in it.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { correctedNow } from '../db/mirror/clock-offset.ts'
import { dayRecord } from '../db/mirror/day-record.ts'
import { leadsByUid } from '../db/mirror/reads.ts'
import { openMirror } from '../db/open.ts'
import { withoutResting } from '../domain/day/skips.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { updateProblem } from '../domain/lead/lifecycle-problems.ts'
import { isManagement } from '../domain/permissions/roles.ts'
import { roleOf } from '../domain/session/role.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { saoPauloDay } from '../domain/time/sao-paulo.ts'
import { readView } from '../features/board/stored-view.ts'
import type { Neighbours } from '../features/lead/form/NeighbourButtons.tsx'
import { openBoard } from '../workers/board-bridge.ts'
import type { DeskPath } from './desk-path.ts'

/** A longer list ends here. Nobody walks so far. */
const MOST = 2000
/** Rows that are read at once, while a lead is searched that this user may work. */
const AT_ONCE = 24

async function listOf(userId: number, mayAny: boolean, path: DeskPath): Promise<readonly string[]> {
  const board = await openBoard(userId)
  if (path === '/') {
    const { slice } = await board.ask({ view: readView(userId), offset: 0, limit: MOST })
    return slice.uids
  }
  const db = openMirror(userId)
  const nowMs = await correctedNow(db, Date.now())
  const { skips } = await dayRecord(db, saoPauloDay(nowMs))
  const { queue } = await board.day(mayAny)
  return withoutResting(queue.items, skips, nowMs).map(({ uid }) => uid)
}

/** Returns the first of these leads that the user may work: the form of another would be read-only. */
async function firstWorked(user: SessionUser, uids: readonly string[]): Promise<Lead | null> {
  for (let at = 0; at < uids.length; at += AT_ONCE) {
    const leads = await leadsByUid(openMirror(user.id), uids.slice(at, at + AT_ONCE))
    const found = leads.find((lead) => lead !== undefined && updateProblem(lead, user) === null)
    if (found !== undefined) return found
  }
  return null
}

interface List {
  readonly uids: readonly string[]
}

interface Question {
  readonly user: SessionUser
  readonly path: DeskPath
  /** Uid of the lead whose form is open. */
  readonly form: string | null
  readonly onGo: (uid: string) => void
}

/** Returns null while no list is known, and for a lead of no list. */
export function useNeighbours({ user, path, form, onGo }: Question): Neighbours | null {
  const [list, setList] = useState<List | null>(null)
  const isOpen = form !== null
  const userId = user.id
  const mayAny = isManagement(roleOf(user))
  useEffect(() => {
    if (!isOpen) return
    let gone = false
    listOf(userId, mayAny, path).then(
      (uids) => {
        if (!gone) setList({ uids })
      },
      // The store is closed for an upgrade or deleted, which the shell reports. The form works without neighbours.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [userId, mayAny, path, isOpen])
  const found = useLiveQuery(async () => {
    const place = form === null || list === null ? -1 : list.uids.indexOf(form)
    if (list === null || place === -1) return null
    const before = list.uids.slice(0, place).toReversed()
    const [previous, next] = await Promise.all([
      firstWorked(user, before),
      firstWorked(user, list.uids.slice(place + 1)),
    ])
    return { previous, next }
  }, [userId, form, list])
  return found === undefined || found === null ? null : { ...found, onGo }
}
