/**
 * Every transaction counts as done when the system has it: several times faster, on slow tablets most of all, and no crash of
 * the browser loses it. What the user did and nobody else has must survive a power cut too: that waits for `onDisk`.
 */
import type { MirrorDb } from './mirror.ts'

/**
 * Resolves when everything that was written before is on the disk. Screens show a change as soon as it is written; it is
 * confirmed after this. Resolves too where the disk refuses: what was written stays written, and saying otherwise would have
 * it done twice.
 */
export async function onDisk(db: MirrorDb): Promise<void> {
  // The browser does one thing after the other: what the screens read to show the change goes before the disk's slow work.
  await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise<void>((resolve) => {
    try {
      // Past Dexie: it knows one durability for all transactions of a database.
      const transaction = db.backendDB().transaction('meta', 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => resolve()
      // A transaction that writes nothing flushes nothing.
      transaction.objectStore('meta').put({ name: 'onDisk', value: Date.now() })
    } catch {
      // Closed meanwhile, for another tab's upgrade.
      resolve()
    }
  })
}
