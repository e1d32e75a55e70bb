/** Writes what a corrected client, or a lead that gets another one, leaves behind: docs/rules.md#identity-of-a-client */
import type { Transaction } from 'kysely'
import type { Client } from '../../../src/domain/client/client.ts'
import { IDENTITY_FIELDS } from '../../../src/domain/client/fields.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Database } from '../../db/database.ts'
import { audit } from '../../records/audit.ts'
import type { FurtherChanges } from '../handler.ts'
import type { IdentityEntry } from './identified.ts'
import { keepAsSeenOutside } from './merge-freeze.ts'
import { keepAlias } from './write-client.ts'

interface Entered {
  readonly entry: IdentityEntry
  /** The lead as it is written; null: the client was changed by itself. */
  readonly lead: Lead | null
  /** The client as it is written. */
  readonly client: Client
  readonly userId: number
}

/** Writes the audit, and returns what the history says. Both name clients by their numbers alone. */
export async function enterIdentity(
  tx: Transaction<Database>,
  { entry: { choice, named, otherUid }, lead, client, userId }: Entered,
): Promise<FurtherChanges> {
  const said = { identity: { before: null, after: choice } }
  if (choice === 'correct' || lead === null) {
    const fields = IDENTITY_FIELDS.filter((field) => named[field] !== client[field])
    await audit(tx, {
      user: { id: userId },
      action: 'correct',
      entity: 'clients',
      id: named.id,
      before: null,
      after: { fields },
    })
    return said
  }
  if (otherUid !== null) await keepAlias(tx, otherUid, client.uid)
  await keepAsSeenOutside(tx, lead.uid, named)
  const { id } = await tx
    .selectFrom('clients')
    .select('id')
    .where('uid', '=', client.uid)
    .executeTakeFirstOrThrow()
  await audit(tx, {
    user: { id: userId },
    action: 'separate',
    entity: 'clients',
    id: named.id,
    before: null,
    after: { other_client_id: id, lead_id: lead.id },
  })
  return { ...said, client_number: { before: named.id, after: id } }
}
