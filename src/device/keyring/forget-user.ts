/** Removing a protected user from this device while it is locked: keyring, databases, session, in this order. */
import { deleteDatabasesOf } from '../../db/session/locked-erasures.ts'
import { destroyKeyring } from './give-up-keyring.ts'

export async function forgetUser(userId: number): Promise<void> {
  await destroyKeyring(userId)
  await deleteDatabasesOf(userId)
}
