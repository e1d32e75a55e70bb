/**
 * Which clients of the caller's own scope have a phone, a mail or a document. Roles 4 to 7 find what they typed
 * themselves. docs/rules.md#known-contacts
 */
import { type RawBuilder, sql } from 'kysely'
import { KNOWN_CONTACTS } from '../../src/contract/client-merges.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { contactKeys, documentKey, mailKey, phoneKey } from '../../src/domain/client/likeness-keys.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { clientByDocument, ownClientsThat } from './clients.ts'
import type { Reader } from './lead-row.ts'

export interface Asked {
  readonly phone?: string | undefined
  readonly mail?: string | undefined
  readonly document?: string | undefined
}

type Shared = 'phone' | 'mail' | 'document'

/** Whether the values can identify a client. Other values are not looked up. */
export const namesSomebody = (asked: Asked): boolean => keysOf(asked).some((key) => key !== null)

/** What the client shares with the values. */
export function sharedWith(client: Client, asked: Asked): Shared[] {
  const [phone, mail, document] = keysOf(asked)
  return [
    ...(phone !== null && contactKeys(client).includes(phone) ? (['phone'] as const) : []),
    ...(mail !== null && mailKey(client.mail) === mail ? (['mail'] as const) : []),
    ...(document !== null && documentKey(client.cpf) === document ? (['document'] as const) : []),
  ]
}

const keysOf = ({ phone = '', mail = '', document = '' }: Asked) =>
  [phoneKey(phone), mailKey(mail), documentKey(document)] as const

/** Returns the clients, those that share most first. By document staff finds any client, as its look-up does. */
export async function knownContacts(db: Reader, user: SessionUser, asked: Asked): Promise<Client[]> {
  const [phone, mail, document] = keysOf(asked)
  // One search for each key: each has its index.
  const searches: RawBuilder<boolean>[] = []
  if (phone !== null)
    searches.push(
      sql<boolean>`(c.phone <> '' and client_phone_key(c.phone) = ${phone})`,
      sql<boolean>`(c.cellphone <> '' and client_phone_key(c.cellphone) = ${phone})`,
    )
  if (mail !== null) searches.push(sql<boolean>`(c.mail <> '' and client_mail_key(c.mail) = ${mail})`)
  if (document !== null)
    searches.push(sql<boolean>`(c.cpf <> '' and client_document_key(c.cpf) = ${document})`)
  const found = new Map<string, Client>()
  for (const fits of searches)
    for (const client of await ownClientsThat(db, user, fits, KNOWN_CONTACTS)) found.set(client.uid, client)
  const byDocument = await clientByDocument(db, user, asked.document ?? '')
  if (byDocument !== null) found.set(byDocument.uid, byDocument)
  return [...found.values()]
    .toSorted((one, other) => sharedWith(other, asked).length - sharedWith(one, asked).length)
    .slice(0, KNOWN_CONTACTS)
}
