/** A mail to each active administrator with an address. */
import type { Tx } from '../db/database.ts'
import { type QueuedMail, queueMail } from './queue.ts'

interface ToAdministrators extends Pick<QueuedMail, 'purpose' | 'nowMs'> {
  readonly letterTo: (name: string) => QueuedMail['letter']
}

export async function mailAdministrators(
  tx: Tx,
  { purpose, letterTo, nowMs }: ToAdministrators,
): Promise<void> {
  const administrators = await tx
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.name'])
    .where('r.role_id', '=', 1)
    .where('u.status', '=', 1)
    .where('u.email', '<>', '')
    .execute()
  for (const { id: userId, email: recipient, name } of administrators)
    await queueMail(tx, { userId, purpose, recipient, letter: letterTo(name), nowMs })
}
