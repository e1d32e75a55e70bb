/**
 * Tells what the server said of documents, whenever it says it and on whatever screen: that a file was sent only the server
 * knows (docs/rules.md#files).
 */
import { liveQuery } from 'dexie'
import { openMirror } from '../db/mirror/mirror.ts'
import { type FileOutcomes, fileOutcomes } from '../db/session/files.ts'
import { FILE_NOT_SENT, FILE_SENT } from '../domain/lead/lead-file.ts'
import { notify } from '../ui/notify.ts'

/**
 * What is new; what was there at the beginning was told before. A session that ends takes the note of the last one away: that
 * sends nothing.
 */
function tell(before: FileOutcomes, now: FileOutcomes): void {
  if (typeof now.lastSent === 'string' && now.lastSent !== before.lastSent) notify.success(FILE_SENT)
  for (const { key, message } of now.refused)
    if (!before.refused.some((known) => known.key === key)) notify.error(`${FILE_NOT_SENT}. ${message}`)
}

/** From now on; answers how to stop. */
export function reportFileOutcomes(userId: number): () => void {
  let known: FileOutcomes | null = null
  const subscription = liveQuery(async () => fileOutcomes(openMirror(userId))).subscribe({
    next: (changes) => {
      if (known !== null) tell(known, changes)
      known = changes
    },
    error: () => {
      // The store is closed for an upgrade or gone: the next start looks again.
    },
  })
  return () => subscription.unsubscribe()
}
