/**
 * Durability. A transaction counts as done when the operating system has the data: several times faster, most of all on
 * slow tablets, and safe against a crash of the browser. Only `onDisk` makes the user's unsent changes safe against a
 * loss of power.
 */
import type { DBCore, Dexie } from 'dexie'
import { follow } from './presence.ts'

/**
 * Resolves when all earlier writes are on the disk. Screens show a change when it is written and confirm it after this.
 * Also resolves when the disk refuses: the change stays written, and reporting a failure would make the user repeat it.
 */
export async function onDisk(
  db: Dexie,
  when: 'at once' | 'after the screens' = 'after the screens',
): Promise<void> {
  // The browser runs requests in order. Waiting lets the screens' reads run before the slow flush.
  if (when === 'after the screens') await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise<void>((resolve) => {
    try {
      // Bypasses Dexie, which sets one durability for all transactions of a database.
      const transaction = db.backendDB().transaction('meta', 'readwrite', { durability: 'strict' })
      follow(transaction)
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => resolve()
      // A transaction that writes nothing flushes nothing.
      const meta = transaction.objectStore('meta')
      meta.put({ name: 'onDisk', value: null })
      meta.delete('onDisk')
    } catch {
      // The database was closed for another tab's upgrade.
      resolve()
    }
  })
}

/**
 * Makes transactions on `files` alone strict. The browser stores a document's bytes in a file beside the database, and
 * only the transaction that writes them flushes that file.
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
