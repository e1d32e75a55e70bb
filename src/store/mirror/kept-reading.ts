/** Cached reads of data that is read often and changes seldom. */
import Dexie, { type ObservabilitySet } from 'dexie'

/**
 * Returns `read` with a cache per database. A write to the table `store`, in any tab or worker of this browser, clears
 * it. A failed read is not cached.
 */
export function keptUntilWritten<Db extends Dexie, Value>(
  store: string,
  read: (db: Db) => Promise<Value>,
): (db: Db) => Promise<Value> {
  const known = new WeakMap<Db, Promise<Value>>()
  return (db) => {
    const kept = known.get(db)
    if (kept !== undefined) return kept
    const reading = read(db)
    known.set(db, reading)
    const forget = () => {
      if (known.get(db) === reading) known.delete(db)
      Dexie.on('storagemutated').unsubscribe(watch)
    }
    const watched = `idb://${db.name}/${store}/`
    const watch = (parts: ObservabilitySet) => {
      if (Object.keys(parts).some((part) => part === 'all' || part.startsWith(watched))) forget()
    }
    Dexie.on('storagemutated', watch)
    reading.catch(forget)
    return reading
  }
}
