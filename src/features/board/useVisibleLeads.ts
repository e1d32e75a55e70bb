/** The leads on screen, read by key and live; those that were read stay shown while others are on their way. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { openMirror } from '../../db/mirror.ts'
import { leadsByUid, pendingMarks } from '../../db/reads.ts'
import type { Lead } from '../../domain/lead/lead.ts'

interface Kept {
  readonly lead: Lead
  readonly text: string
}

const NO_LEADS: ReadonlyMap<string, Lead> = new Map()
const NO_MARKS: ReadonlyMap<string, 'pending' | 'problem'> = new Map()

/** Each read makes new objects; a lead that reads the same stays the same object, so that its card is not drawn again. */
function keepSame(found: readonly (Lead | undefined)[], kept: ReadonlyMap<string, Kept>): Map<string, Kept> {
  const next = new Map<string, Kept>()
  for (const lead of found) {
    if (lead === undefined) continue
    const text = JSON.stringify(lead)
    const known = kept.get(lead.uid)
    next.set(lead.uid, known?.text === text ? known : { lead, text })
  }
  return next
}

export function useVisibleLeads(userId: number, uids: readonly string[]): ReadonlyMap<string, Lead> {
  const kept = useRef<ReadonlyMap<string, Kept>>(new Map())
  const leads = useLiveQuery(async () => {
    const found = await leadsByUid(openMirror(userId), uids)
    kept.current = keepSame(found, kept.current)
    return new Map([...kept.current].map(([uid, { lead }]) => [uid, lead]))
  }, [userId, uids.join()])
  return leads ?? NO_LEADS
}

/** What each lead with queued commands is waiting for. */
export function usePendingMarks(userId: number): ReadonlyMap<string, 'pending' | 'problem'> {
  return useLiveQuery(() => pendingMarks(openMirror(userId)), [userId]) ?? NO_MARKS
}
