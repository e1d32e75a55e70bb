/**
 * Finds the client of a new lead: a new client, the client that the user named, or the client with the same document.
 * Who may name and write which client: docs/rules.md#scope-of-clients.
 */
import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../../../src/domain/client/client.ts'
import { identityVerdict, isAnotherPerson } from '../../../src/domain/client/identity.ts'
import type { IdentityChoice } from '../../../src/domain/client/identity-choice.ts'
import { withChanged, withGiven, withSeen } from '../../../src/domain/client/overlaid.ts'
import { isStaffScope, scopeOf } from '../../../src/domain/lead/access.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import { TYPED } from '../../../src/domain/lead/field-words.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Database } from '../../db/database.ts'
import { isOwnClient } from '../../queries/clients.ts'
import { readClient } from '../../queries/lead-row.ts'
import { referredClient } from '../../queries/referred-clients.ts'
import type { FurtherChanges } from '../handler.ts'
import { isBlank } from '../lead/write-timeline.ts'
import { findClient, isKnownUid } from './write-client.ts'

export interface ClientOfCreation {
  /** The client's row before the command; null: a new client. */
  readonly known: Client | null
  /** The client's row after the command. */
  readonly after: Client
  /** The client that the save rules check. For a client that the user may not see: the typed values. */
  readonly asked: Client
  /** The values that a referrer sees of a client outside its scope; null: the user sees the client itself. */
  readonly referred: Client | null
  /** True when the command's base is about this client. */
  readonly hasBase: boolean
  /** True when staff joins a client outside its own by document. It counts as a look-up. */
  readonly isLookUp: boolean
}

interface Asked {
  readonly given: Client
  readonly base: Readonly<Record<string, unknown>>
  readonly user: SessionUser
  /** 'Corrigir o cadastro'. */
  readonly choice: IdentityChoice | undefined
  /** Applies the command to a client that the user sees. */
  readonly write: (known: Client) => Client
}

const ORDINARY = { referred: null, hasBase: false, isLookUp: false } as const

const alone = (given: Client): ClientOfCreation => ({ ...ORDINARY, known: null, after: given, asked: given })

/**
 * The lead joins the client, which keeps its values: with its document another name was typed. The history keeps what was
 * typed. docs/rules.md#identity-of-a-client
 */
const untouched = (known: Client, asked: Client): ClientOfCreation => ({
  ...ORDINARY,
  known,
  after: known,
  asked,
})

/** Locks and returns the client; null when the user names a client outside its scope. */
export async function clientOfCreation(
  tx: Transaction<Database>,
  { given, base, user, choice, write }: Asked,
): Promise<ClientOfCreation | null> {
  const scope = scopeOf(user)
  const staff = isStaffScope(scope)
  const lock = (uid: string) => readClient(tx, uid, { lock: true })
  const { known, byDocument, isNamed } = await findClient(tx, given, lock)
  if (known === null) return alone(given)
  const own = await isOwnClient(tx, known.uid, user)
  const found = staff || own ? null : await referredClient(tx, known, { user, named: given.uid })
  const seen = found?.client ?? null
  // A user who may not write the client must send its document. A referrer that sends another document gets a new
  // client, since it must not learn whether the named client exists.
  if (!byDocument && !own && seen === null) return null
  // After a merge the known client may have another document than the one that the referrer sees.
  const isAsSeen =
    found?.isFrozen === true && found.client.uid === given.uid && found.client.cpf === given.cpf
  if (!byDocument && !staff && !isAsSeen) return alone({ ...given, uid: uuidv7() })
  if (own) {
    if (isNamed) {
      const isMerged = known.uid !== given.uid
      const typed = isMerged ? withChanged(known, given, base) : given
      const verdict = identityVerdict(known, typed, choice)
      if (verdict === 'other') return alone({ ...given, uid: uuidv7() })
      if (verdict === 'refuse') return untouched(known, given)
      const after = isMerged ? typed : write(known)
      return { ...ORDINARY, known, after, asked: after, hasBase: true }
    }
    if (isAnotherPerson(known, given)) return untouched(known, given)
    const after = withSeen(known, given, {})
    return { ...ORDINARY, known, after, asked: staff ? after : given }
  }
  if (staff) {
    if (identityVerdict(known, given, isNamed ? choice : undefined) !== 'write')
      return { ...untouched(known, given), isLookUp: true }
    const after = withSeen(known, given, isNamed ? base : {})
    return { ...ORDINARY, known, after, asked: after, hasBase: isNamed, isLookUp: true }
  }
  const referred = seen === null ? await newReferred(tx, given) : typedOver(seen, given, isNamed)
  // After a merge the referrer goes on naming the person as it was.
  const after =
    !isAsSeen && isAnotherPerson(known, given)
      ? known
      : withGiven({ ...given, uid: known.uid, id: known.id, version: known.version }, known)
  return { ...ORDINARY, known, after, asked: referred, referred }
}

/** Keeps the device's uid unless another client has it. The id is set when the lead is written. */
async function newReferred(tx: Transaction<Database>, given: Client): Promise<Client> {
  const taken = await isKnownUid(tx, given.uid)
  return { ...given, uid: taken ? uuidv7() : given.uid, id: null }
}

/**
 * A user who names the client has all its fields on the screen: blanks overwrite. Otherwise blanks keep the earlier
 * text.
 */
function typedOver(seen: Client, given: Client, isNamed: boolean): Client {
  const typed = { ...given, uid: seen.uid, id: seen.id, version: seen.version }
  return isNamed ? typed : withGiven(typed, seen)
}

/** Returns timeline entries for typed values that differ from the known client and are not written to it. */
export function typedChanges(
  given: Client,
  { known, after }: Pick<ClientOfCreation, 'known' | 'after'>,
): FurtherChanges {
  if (known === null) return {}
  const [typed, written] = [flatRow(null, given), flatRow(null, after)]
  const fields = Object.keys(changedFields(written, typed)).filter((field) => !isBlank(typed[field]))
  return Object.fromEntries(
    fields.map((field) => [`${TYPED}${field}`, { before: null, after: typed[field] }]),
  )
}
