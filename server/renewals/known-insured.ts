/**
 * The client of a policy's insured: by document, else who has the name and a contact and no document yet.
 * docs/rules.md#known-people
 */
import type { ClientFields } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { isOtherDocument } from '../../src/domain/client/identity.ts'
import type { Tx } from '../db/database.ts'
import { clientsByDocument } from '../imports/clients-by-document.ts'
import { PeopleByContact, peopleByContact } from '../imports/known-people.ts'
import { lockClients } from '../queries/lead-row.ts'

export interface Insured {
  readonly given: ClientFields
  /** What a person decided: the client's uid, null: a new client. undefined: no one was asked. */
  readonly chosen?: string | null | undefined
}

export type KnownInsured =
  /** null: none is known. */
  | { readonly kind: 'client'; readonly client: Client | null }
  /** Several clients could be meant, by these uids. */
  | { readonly kind: 'several'; readonly uids: readonly string[] }

/** Returns who is known of each, in their order. No client without a document is that of two documents. */
export async function knownInsured(tx: Tx, insured: readonly Insured[]): Promise<KnownInsured[]> {
  const byDocument = new Map(
    await clientsByDocument(
      tx,
      insured.map(({ given }) => given.cpf),
    ),
  )
  const chosen = await lockClients(
    tx,
    insured.flatMap((each) => each.chosen ?? []),
  )
  const byContact = new PeopleByContact<Client>()
  const people = await peopleByContact(
    tx,
    insured.map(({ given }) => given),
  )
  for (const client of people) byContact.add(client, client)
  const taken = new Set<string>()
  return insured.map((each): KnownInsured => {
    const { given } = each
    const found = byDocument.get(given.cpf) ?? chosen.find(({ uid }) => uid === each.chosen)
    const candidates =
      found !== undefined
        ? [found]
        : each.chosen === null
          ? []
          : byContact.of(given).filter((client) => !isOtherDocument(client, given) && !taken.has(client.uid))
    const [client = null, ...others] = candidates
    if (others.length > 0) return { kind: 'several', uids: candidates.map(({ uid }) => uid) }
    if (client !== null) {
      byDocument.set(given.cpf, client)
      taken.add(client.uid)
    }
    return { kind: 'client', client }
  })
}
