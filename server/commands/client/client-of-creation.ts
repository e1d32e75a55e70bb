/**
 * Whose lead begins: a client that is new, one that the user named, or one that is joined by its document. Who may name and
 * write which: docs/rules.md#scope-of-clients
 */
import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../../../src/domain/client/client.ts'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import { TYPED } from '../../../src/domain/lead/field-words.ts'
import { isStaffScope } from '../../../src/domain/lead/seen-columns.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Database } from '../../db/database.ts'
import { isOwnClient } from '../../queries/clients.ts'
import { readClient } from '../../queries/lead-row.ts'
import { referredClient } from '../../queries/referred-clients.ts'
import type { FurtherChanges } from '../handler.ts'
import { isBlank } from '../lead/write-timeline.ts'
import { findClient, isKnownUid, withGiven, withSeen } from './write-client.ts'

export interface ClientOfCreation {
  /** As it stands; null: it begins with its lead. */
  readonly known: Client | null
  /** As it will be. */
  readonly after: Client
  /** What the rules of a save ask about: of a client that the user may not see, what the user typed. */
  readonly asked: Client
  /** What the user sees of a client that it does not know; null: it sees the client itself. */
  readonly referred: Client | null
  /** Whether the command's base speaks of this client. */
  readonly hasBase: boolean
  /** Staff joins a client by its document that is none of its own: as good as looking it up. */
  readonly isLookUp: boolean
}

interface Asked {
  readonly given: Client
  readonly base: Readonly<Record<string, unknown>>
  readonly user: SessionUser
  /** The client as the command writes it over one that its user sees. */
  readonly write: (known: Client) => Client
}

/** What holds unless something else is said. */
const ORDINARY = { referred: null, hasBase: false, isLookUp: false } as const

const alone = (given: Client): ClientOfCreation => ({ ...ORDINARY, known: null, after: given, asked: given })

/** null: the user names a client outside its scope. The client is locked until the transaction ends. */
export async function clientOfCreation(
  tx: Transaction<Database>,
  { given, base, user, write }: Asked,
): Promise<ClientOfCreation | null> {
  const scope = scopeOf(user)
  const staff = isStaffScope(scope)
  const lock = (uid: string) => readClient(tx, uid, { lock: true })
  const { known, byDocument, isNamed } = await findClient(tx, given, lock)
  if (known === null) return alone(given)
  const own = await isOwnClient(tx, known.uid, user)
  const seen = staff || own ? null : await referredClient(tx, known, user.id)
  // Who may not write the client must bring its document. With another document the client of a referrer is somebody else:
  // whether that one is known the referrer must not learn.
  if (!byDocument && !own && seen === null) return null
  if (!byDocument && !staff) return alone({ ...given, uid: uuidv7() })
  if (own) {
    if (isNamed) {
      const after = write(known)
      return { ...ORDINARY, known, after, asked: after, hasBase: true }
    }
    const after = withSeen(known, given, {})
    return { ...ORDINARY, known, after, asked: staff ? after : given }
  }
  if (staff) {
    const after = withSeen(known, given, isNamed ? base : {})
    return { ...ORDINARY, known, after, asked: after, hasBase: isNamed, isLookUp: true }
  }
  const referred = seen === null ? await newReferred(tx, given) : typedOver(seen, given, isNamed)
  const after = withGiven({ ...given, uid: known.uid, id: known.id, version: known.version }, known)
  return { ...ORDINARY, known, after, asked: referred, referred }
}

/** Under the device's own uid, unless that is of another client. Its number comes with the lead, if that begins at all. */
async function newReferred(tx: Transaction<Database>, given: Client): Promise<Client> {
  const taken = await isKnownUid(tx, given.uid)
  return { ...given, uid: taken ? uuidv7() : given.uid, id: null }
}

/** Who names the client has it on the screen, and says all of it; else what was typed before stays. */
function typedOver(seen: Client, given: Client, isNamed: boolean): Client {
  const typed = { ...given, uid: seen.uid, id: seen.id, version: seen.version }
  return isNamed ? typed : withGiven(typed, seen)
}

/** What was typed and not written, since the client says something else there: the history keeps it. */
export function typedChanges(given: Client, { known, after }: ClientOfCreation): FurtherChanges {
  if (known === null) return {}
  const [typed, stands] = [flatRow(null, given), flatRow(null, after)]
  const fields = Object.keys(changedFields(stands, typed)).filter((field) => !isBlank(typed[field]))
  return Object.fromEntries(
    fields.map((field) => [`${TYPED}${field}`, { before: null, after: typed[field] }]),
  )
}
