/** What is of no use without a second factor: docs/rules.md#second-factor */
import type { Tx } from '../db/database.ts'
import { forgetDevices } from '../session/remembered.ts'

export async function endWhatHangs(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await forgetDevices(tx, userId)
  await tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
}
