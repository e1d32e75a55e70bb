/** Cached reads of data that is read often and changes seldom. */
import Dexie, { type ObservabilitySet } from 'dexie'

/**
 * Returns `read` with a cache per database. A write to one of the tables `stores`, in any tab or worker of this browser, clears
 * it. A failed read is not cached.
 */
export function keptUntilWritten<Db extends Dexie, Value>(
  stores: readonly string[],
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
    const watched = stores.map((store) => `idb://${db.name}/${store}/`)
    const isWatched = (part: string) => part === 'all' || watched.some((begin) => part.startsWith(begin))
    const watch = (parts: ObservabilitySet) => {
      if (Object.keys(parts).some(isWatched)) forget()
    }
    Dexie.on('storagemutated', watch)
    reading.catch(forget)
    return reading
  }
}
