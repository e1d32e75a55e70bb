/** What other users left on this device in the clear: a queue or drafts, kept at their sign-out. docs/rules.md#protected-devices */
import Dexie from 'dexie'
import { mirrorOwner } from '../../db/sealing/mirror-name.ts'

const OWN_WORK: readonly string[] = ['outbox', 'drafts']

/** In the version that it has: this reading upgrades nothing. */
async function hasWork(name: string): Promise<boolean> {
  const db = new Dexie(name)
  try {
    await db.open()
    const tables = db.tables.filter((table) => OWN_WORK.includes(table.name))
    const counts = await Promise.all(tables.map((table) => table.count()))
    return counts.some((count) => count > 0)
  } finally {
    db.close()
  }
}

export async function hasClearWorkOfOthers(userId: number): Promise<boolean> {
  for (const name of await Dexie.getDatabaseNames()) {
    const owner = mirrorOwner(name)
    if (owner === null || owner.isSealed || owner.userId === userId) continue
    if (await hasWork(name)) return true
  }
  return false
}
