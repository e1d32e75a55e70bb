/**
 * Shows the server's result for each uploaded document, at any time and on any screen. Only the server knows whether
 * it has the file (docs/rules.md#files).
 */
import { liveQuery } from 'dexie'
import { openMirror } from '../db/open.ts'
import { type FileOutcomes, fileOutcomes } from '../db/session/files.ts'
import { FILE_NOT_SENT, FILE_SENT } from '../domain/lead/lead-file.ts'
import { notify } from '../ui/notify.ts'

/**
 * Shows what is new in `now`. The outcomes of the first read were shown earlier.
 * The end of a session deletes `lastSent`: that is not a new outcome.
 */
function report(before: FileOutcomes, now: FileOutcomes): void {
  if (typeof now.lastSent === 'string' && now.lastSent !== before.lastSent) notify.success(FILE_SENT)
  for (const { key, message } of now.refused)
    if (!before.refused.some((known) => known.key === key)) notify.error(`${FILE_NOT_SENT}. ${message}`)
}

/** Starts reporting. Returns a function that stops it. */
export function reportFileOutcomes(userId: number): () => void {
  let known: FileOutcomes | null = null
  const subscription = liveQuery(async () => fileOutcomes(openMirror(userId))).subscribe({
    next: (changes) => {
      if (known !== null) report(known, changes)
      known = changes
    },
    error: () => {
      // The store is closed for an upgrade or deleted. The next start reads again.
    },
  })
  return () => subscription.unsubscribe()
}
