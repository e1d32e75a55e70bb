/** The channels that a record of a list names. */
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'

/** Locks what it finds: a deletion waits until this transaction names it. */
export async function requireChannels(tx: Tx, field: string, ids: readonly number[]): Promise<void> {
  const wanted = new Set(ids)
  if (wanted.size === 0) return
  const found = await tx
    .selectFrom('channels')
    .select('id')
    .where('id', 'in', [...wanted])
    .forKeyShare()
    .execute()
  if (found.length < wanted.size) throw refusedField(field, 'Escolha canais que existem')
}
