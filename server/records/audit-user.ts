/** Changes of a user that are made elsewhere than in its dialog, in the audit: docs/rules.md#audit */
import type { Tx } from '../db/database.ts'
import { readUser } from '../queries/managed-users.ts'
import { audit } from './audit.ts'

interface Changed {
  readonly by: { readonly id: number }
  readonly id: number
  readonly nowMs: number
}

/** Runs the change and writes what it did to the user into the audit; nothing where nothing differs. */
export async function auditUserChange<Result>(
  tx: Tx,
  { by, id, nowMs }: Changed,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await readUser(tx, nowMs, id)
  const result = await change()
  const after = await readUser(tx, nowMs, id)
  if (JSON.stringify(before) !== JSON.stringify(after))
    await audit(tx, { user: by, action: 'update', entity: 'users', id, before, after })
  return result
}

/** A user's own new password. Neither it nor its hash is in the entry. */
export async function auditPassword(tx: Tx, userId: number): Promise<void> {
  const own = { user: { id: userId }, entity: 'users', id: userId } as const
  await audit(tx, { ...own, action: 'set_password', before: null, after: null })
}
