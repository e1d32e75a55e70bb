/**
 * Whose values a command about a client has: the client's own, or another person's. docs/rules.md#identity-of-a-client
 */
import type { Transaction } from 'kysely'
import type { ClientWrite, PreparedCommand } from '../../../src/commands/definition.ts'
import { type ClientChanges, changeClient, newClient } from '../../../src/domain/client/changes.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import {
  identityChange,
  identityProblem,
  identityVerdict,
  isAnotherPerson,
} from '../../../src/domain/client/identity.ts'
import type { IdentityChoice } from '../../../src/domain/client/identity-choice.ts'
import { withSeen } from '../../../src/domain/client/overlaid.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Database } from '../../db/database.ts'
import { LOOK_UPS_A_DAY } from '../../queries/client-look-ups.ts'
import { readClient } from '../../queries/lead-row.ts'
import { type Decision, type FurtherChanges, refusalOf } from '../handler.ts'
import { otherPerson } from './other-person.ts'
import { clientUidOf } from './write-client.ts'

/** What the history and the audit say of it. */
export interface IdentityEntry {
  readonly choice: IdentityChoice
  /** The client that the command named. */
  readonly named: Client
  /** The device's uid of the other client. Null: none. */
  readonly otherUid: string | null
  readonly typed: FurtherChanges
}

export interface Identified {
  readonly after: Client
  /** The stored row of `after`; null: a new client. */
  readonly stored: Client | null
  /** Null: the client stays the same person. */
  readonly entry: IdentityEntry | null
  /** The lead gets this client, now or by the same save of another device. */
  readonly gets: boolean
  /** Why the command is refused after all. */
  readonly refusal: Decision | null
  /** The lead is another person's: what the rules say of that person is no answer to the sender. */
  readonly isStrange: boolean
}

export const TOO_MANY_JOINED = `O limite de ${LOOK_UPS_A_DAY} clientes de outros por dia foi atingido. Envie de novo amanhã.`
const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOVED_MEANWHILE = 'Este lead passou a ser de outro cliente. Confira o que você digitou e salve de novo.'

const plain = (client: Client, after: Client): Identified => ({
  after,
  stored: client,
  entry: null,
  gets: false,
  refusal: null,
  isStrange: false,
})

const refused = (client: Client, refusal: Decision | null): Identified => ({
  ...plain(client, client),
  refusal,
})

/** Judges a change of a client alone: no lead could get another one. */
export function identifiedClient(client: Client, write: ClientWrite): Identified {
  const typed = changeClient(client, write.changes)
  if (identityVerdict(client, typed, write.identity) === 'write') return corrected(client, typed)
  const problem = identityProblem(client, typed)
  return { ...plain(client, typed), refusal: refusalOf(problem === null ? [] : [problem]) }
}

/** A change without a choice is a correction too where the name stays. */
function corrected(client: Client, after: Client): Identified {
  if (identityChange(client, after) === 'none') return plain(client, after)
  const entry: IdentityEntry = { choice: 'correct', named: client, otherUid: null, typed: {} }
  return { ...plain(client, after), entry }
}

interface Asked {
  readonly client: Client
  readonly prepared: PreparedCommand
  readonly user: SessionUser
  readonly nowMs: number
}

/** Judges a save of a lead, and finds the client that the lead gets. `client`: the lead's own, locked. */
export async function identifiedOfLead(
  tx: Transaction<Database>,
  { client, prepared: { clientWrite: write }, user, nowMs }: Asked,
): Promise<Identified> {
  if (write === null || Object.keys(write.changes).length === 0) return plain(client, client)
  const seen = await seenClient(tx, client, write)
  if (seen !== client) {
    const typed = seen === null ? null : changeClient(seen, write.changes)
    if (typed !== null && isSurelySame(client, typed))
      return { ...plain(client, completed(client, write.changes)), gets: true }
    return { ...refused(client, { kind: 'refuse', message: MOVED_MEANWHILE }), isStrange: true }
  }
  const typed = changeClient(client, write.changes)
  const verdict = identityVerdict(client, typed, write.identity)
  if (verdict === 'write') return corrected(client, typed)
  if (verdict === 'refuse') return identifiedClient(client, write)
  const other = await otherPerson(tx, { client, typed, write, user, nowMs })
  if (other === null)
    return refused(client, { kind: 'refuse', code: 'quota_reached', message: TOO_MANY_JOINED })
  const entry: IdentityEntry = {
    choice: 'other',
    named: client,
    otherUid: write.otherUid ?? null,
    typed: other.typed,
  }
  return { ...plain(client, other.after), stored: other.known, entry, gets: true }
}

/**
 * The client that the sender saw in the lead: the lead's own, or another person whose lead it was. Null: one that never
 * came to be, since the command that would have made it was given up.
 */
async function seenClient(
  tx: Transaction<Database>,
  client: Client,
  write: ClientWrite,
): Promise<Client | null> {
  const uid = UID.test(write.clientUid) ? await clientUidOf(tx, write.clientUid) : null
  if (uid === null || uid === client.uid) return client
  const named = await readClient(tx, uid)
  if (named === null) return null
  const isSame = identityChange(named, client) === 'none' && !isAnotherPerson(named, client)
  return isSame ? client : named
}

/** Without a document a client may be anyone: a name alone says nothing. */
const isSurelySame = (client: Client, typed: Client): boolean =>
  client.cpf !== '' && typed.cpf !== '' && !isAnotherPerson(client, typed)

/** The lead got the typed person already: what else was typed for it completes it. */
const completed = (client: Client, changes: ClientChanges): Client =>
  withSeen(client, changeClient(newClient(client.uid, EMPTY_CLIENT), changes), {})
