/**
 * Every transaction counts as done when the system has it: several times faster, on slow tablets most of all, and no crash of
 * the browser loses it. What the user did and nobody else has must survive a power cut too: that waits for `onDisk`.
 */
import type { DBCore, Dexie } from 'dexie'
import { follow } from './presence.ts'

/**
 * Resolves when everything that was written before is on the disk. Screens show a change as soon as it is written; it is
 * confirmed after this. Resolves too where the disk refuses: what was written stays written, and saying otherwise would have
 * it done twice.
 */
export async function onDisk(
  db: Dexie,
  when: 'at once' | 'after the screens' = 'after the screens',
): Promise<void> {
  // The browser does one thing after the other: what the screens read to show the change goes before the disk's slow work.
  if (when === 'after the screens') await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise<void>((resolve) => {
    try {
      // Past Dexie: it knows one durability for all transactions of a database.
      const transaction = db.backendDB().transaction('meta', 'readwrite', { durability: 'strict' })
      follow(transaction)
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => resolve()
      // A transaction that writes nothing flushes nothing.
      const meta = transaction.objectStore('meta')
      meta.put({ name: 'onDisk', value: null })
      meta.delete('onDisk')
    } catch {
      // Closed meanwhile, for another tab's upgrade.
      resolve()
    }
  })
}

/**
 * Documents are the exception: the browser keeps their bytes in a file beside the database, which only the transaction that
 * writes them takes to the disk. One on `files` alone is strict.
 */
export function filesToTheDisk(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'files-to-the-disk',
    create: (core): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        const alone = stores.length === 1 && stores[0] === 'files'
        return core.transaction(stores, mode, alone ? { durability: 'strict' } : options)
      },
    }),
  })
}
