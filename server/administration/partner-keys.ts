/** Keys of dealerships' systems: made, renewed and ended. docs/rules.md#keys-of-dealerships */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MadeKey } from '../../src/contract/administration/partner-keys.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { KEY_COLUMNS, keyHash, newSecret } from '../queries/partner-keys.ts'
import { audit } from '../records/audit.ts'

/** Returns the new key with its secret, which cannot be read again; null: no such dealership. */
export async function makeKey(
  tx: Tx,
  user: SessionUser,
  given: { partnerId: number; name: string },
): Promise<MadeKey | null> {
  const { partnerId, name } = given
  const partner = tx.selectFrom('partners').select('id').where('id', '=', partnerId).forKeyShare()
  if ((await partner.executeTakeFirst()) === undefined) return null
  const key = newSecret()
  const row = await tx
    .insertInto('partner_keys')
    .values({
      id: randomUUID(),
      partner_id: partnerId,
      name,
      key_hash: keyHash(key),
      created_by: user.id,
    })
    .returning(KEY_COLUMNS)
    .executeTakeFirstOrThrow()
  const after = { partner_id: partnerId, name }
  await audit(tx, { user, action: 'create', entity: 'partner_keys', id: row.id, before: null, after })
  return { ...row, key }
}

const KEY_GONE = 'A chave criada antes já foi usada ou encerrada. Confira a lista de chaves.'

/**
 * Gives a key whose answer was lost a new secret: the first one was never seen, and is kept as a hash alone. Throws
 * Refusal `conflict` for a key that was used or ended since.
 */
export async function remakeKey(tx: Tx, id: string): Promise<MadeKey> {
  const key = newSecret()
  const row = await tx
    .updateTable('partner_keys')
    .set({ key_hash: keyHash(key) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('last_used_at', 'is', null)
    .returning(KEY_COLUMNS)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('conflict', KEY_GONE)
  return { ...row, key }
}

/** Returns whose key it was; null: no such key in force. */
export async function endKey(
  tx: Tx,
  user: SessionUser,
  id: string,
): Promise<{ partnerId: number; name: string } | null> {
  const ended = await tx
    .updateTable('partner_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['partner_id', 'name'])
    .executeTakeFirst()
  if (ended === undefined) return null
  await audit(tx, { user, action: 'delete', entity: 'partner_keys', id, before: ended, after: null })
  return { partnerId: ended.partner_id, name: ended.name }
}
