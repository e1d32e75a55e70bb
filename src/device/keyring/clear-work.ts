/** What other users left on this device in the clear: a queue or drafts, kept at their sign-out. docs/rules.md#protected-devices */
import Dexie from 'dexie'
import { mirrorOwner } from '../../db/sealing/mirror-name.ts'

export async function hasClearWorkOfOthers(userId: number): Promise<boolean> {
  const owners = (await Dexie.getDatabaseNames()).map(mirrorOwner)
  // A sign-out that leaves nothing deletes the database.
  return owners.some((owner) => owner !== null && !owner.isSealed && owner.userId !== userId)
}
