/** The leads on screen, read by key and live; those that were read stay shown while others are on their way. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../db/mirror.ts'
import { leadsByUid, pendingMarks } from '../../db/reads.ts'
import type { Lead } from '../../domain/lead/lead.ts'

export function useVisibleLeads(userId: number, uids: readonly string[]): ReadonlyMap<string, Lead> {
  const leads = useLiveQuery(() => leadsByUid(openMirror(userId), uids), [userId, uids.join()])
  return new Map(leads?.flatMap((lead) => (lead === undefined ? [] : [[lead.uid, lead]])))
}

/** What each lead with queued commands is waiting for. */
export function usePendingMarks(userId: number): ReadonlyMap<string, 'pending' | 'problem'> {
  return useLiveQuery(() => pendingMarks(openMirror(userId)), [userId]) ?? NO_MARKS
}

const NO_MARKS: ReadonlyMap<string, 'pending' | 'problem'> = new Map()
