/** The client that a lead gets where it is another person's: docs/rules.md#identity-of-a-client */
import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ClientWrite } from '../../../src/commands/definition.ts'
import { changeClient, newClient } from '../../../src/domain/client/changes.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import { identityChange, isAnotherPerson } from '../../../src/domain/client/identity.ts'
import { withSeen } from '../../../src/domain/client/overlaid.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Database } from '../../db/database.ts'
import { recordJoin } from '../../queries/client-look-ups.ts'
import { isOwnClient } from '../../queries/clients.ts'
import { readClient } from '../../queries/lead-row.ts'
import type { FurtherChanges } from '../handler.ts'
import { typedChanges } from './client-of-creation.ts'
import { findClient, isKnownUid } from './write-client.ts'

export interface OtherPerson {
  /** The stored client; null: a new one. */
  readonly known: Client | null
  readonly after: Client
  /** What was typed and is not written. */
  readonly typed: FurtherChanges
}

interface Asked {
  /** The client whose lead it was. Nothing of it goes to the other one. */
  readonly client: Client
  /** The same client with the typed values. */
  readonly typed: Client
  readonly write: ClientWrite
  readonly user: SessionUser
  readonly nowMs: number
}

/**
 * Locks and returns the client with the typed document, or a new one with what was typed. Null: the user has joined too
 * many clients of others today.
 */
export async function otherPerson(
  tx: Transaction<Database>,
  { client, typed, write, user, nowMs }: Asked,
): Promise<OtherPerson | null> {
  const { otherUid } = write
  const uid = otherUid === undefined || (await isKnownUid(tx, otherUid)) ? uuidv7() : otherUid
  // The document stays with the client that has it.
  const cpf = identityChange(client, typed) === 'name' ? '' : typed.cpf
  const given: Client = {
    ...changeClient(newClient(uid, EMPTY_CLIENT), write.changes),
    name: typed.name,
    cpf,
  }
  const found =
    cpf === '' ? null : await findClient(tx, given, (known) => readClient(tx, known, { lock: true }))
  const known = found?.byDocument === true ? found.known : null
  if (known === null) return { known, after: given, typed: {} }
  const isOwn = await isOwnClient(tx, known.uid, user)
  if (!isOwn && !(await recordJoin(tx, known, { userId: user.id, nowMs }))) return null
  const after = isAnotherPerson(known, given) ? known : withSeen(known, given, {})
  return { known, after, typed: typedChanges(given, { known, after }) }
}
