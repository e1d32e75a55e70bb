/** Readings that are asked for again and again and seldom change: kept until somebody writes what they read. */
import Dexie, { type ObservabilitySet } from 'dexie'

/**
 * `read`, kept for each database until its table `store` is written, in whichever tab or worker of this browser. A reading
 * that failed is not kept.
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
