/** The uids of the leads whose forms have a draft on this device, live. docs/rules.md#drafts */
import { useStored } from '../../opening/useStored.ts'

const NONE: ReadonlySet<string> = new Set()

export function useDraftedLeads(userId: number): ReadonlySet<string> {
  return useStored(async ({ draftedLeads, openMirror }) => draftedLeads(openMirror(userId)), [userId], NONE)
}
