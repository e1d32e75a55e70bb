/** Single values of a mirror, by name. */
import type { MirrorDb } from '../schema/mirror.ts'

/** Returns the value of a `meta` record, or undefined if it was never written. */
export async function readMeta(db: MirrorDb, name: string): Promise<unknown> {
  return (await db.meta.get(name))?.value
}
