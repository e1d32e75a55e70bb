/** Removing a protected user from this device while it is locked: keyring, database, session, in this order. */
import Dexie from 'dexie'
import { mirrorName } from '../../store/sealing/mirror-name.ts'
import { thisDevice } from '../../store/session/device-session.ts'
import { destroyKeyring } from './give-up-keyring.ts'

export async function forgetUser(userId: number): Promise<void> {
  await destroyKeyring(userId)
  await Dexie.delete(mirrorName(userId, true))
  await thisDevice().sealed.delete(userId)
}
