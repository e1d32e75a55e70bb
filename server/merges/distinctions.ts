/** Pairs of clients of which a person said that they are two: docs/rules.md#merging-clients */
import { sql, type Transaction } from 'kysely'
import { clientUidOf } from '../commands/client/write-client.ts'
import { notFound, refusedField } from '../context/refusal.ts'
import type { Database } from '../db/database.ts'
import { audit } from '../records/audit.ts'

interface Asked {
  readonly first_uid: string
  readonly second_uid: string
  readonly dismissed: boolean
}

/** Remembers or forgets it. Repeating it changes nothing. Throws Refusal `not_found` for an unknown client. */
export async function distinguish(
  tx: Transaction<Database>,
  { first_uid, second_uid, dismissed }: Asked,
  { userId, nowMs }: { userId: number; nowMs: number },
): Promise<void> {
  const given = [await clientUidOf(tx, first_uid), await clientUidOf(tx, second_uid)]
  const [first = '', second = ''] = given.toSorted()
  if (first === second) throw refusedField('second_uid', 'Escolha dois clientes diferentes.')
  const rows = await tx
    .selectFrom('clients')
    .select(['uid', 'id'])
    .where('uid', 'in', [first, second])
    .execute()
  const idOf = (uid: string) => rows.find((row) => row.uid === uid)?.id
  const [id, otherId] = [idOf(first), idOf(second)]
  if (id === undefined || otherId === undefined) throw notFound()
  const changed = dismissed
    ? await sql`
        insert into client_distinctions (first_uid, second_uid, decided_by, decided_at)
        values (${first}, ${second}, ${userId}, ${new Date(nowMs).toISOString()})
        on conflict do nothing
        returning first_uid`.execute(tx)
    : await sql`
        delete from client_distinctions
        where first_uid = ${first} and second_uid = ${second}
        returning first_uid`.execute(tx)
  if (changed.rows.length === 0) return
  const action = dismissed ? 'distinguish' : 'undo_distinguish'
  await audit(tx, {
    user: { id: userId },
    action,
    entity: 'clients',
    id,
    before: null,
    after: { alias_id: otherId },
  })
}
