/** What other users left on this device in the clear: a queue or drafts, kept at their sign-out. docs/rules.md#protected-devices */
import Dexie from 'dexie'

const CLEAR = /^farol-(\d+)$/

export async function hasClearWorkOfOthers(userId: number): Promise<boolean> {
  const names = await Dexie.getDatabaseNames()
  // A sign-out that leaves nothing deletes the database.
  return names.some((name) => {
    const owner = CLEAR.exec(name)?.[1]
    return owner !== undefined && Number(owner) !== userId
  })
}
