/** The clients that have a line's name and one of its contacts, whoever made them. docs/rules.md#known-people */
import { sql } from 'kysely'
import type { ClientFields } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { personKeys } from '../../src/domain/client/known-person.ts'
import { contactKeys, mailKey } from '../../src/domain/client/likeness-keys.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Tx } from '../db/database.ts'
import { lockClients } from '../queries/lead-row.ts'

/** Locked. A client that was merged meanwhile is read again as the one that remains. */
export async function peopleByContact(tx: Tx, given: readonly ClientFields[]): Promise<readonly Client[]> {
  const named = given.filter((person) => personKeys(person).length > 0)
  const names = [...new Set(named.map(({ name }) => foldText(name)))]
  const phones = [...new Set(named.flatMap(contactKeys))]
  const mails = [...new Set(named.flatMap(({ mail }) => mailKey(mail) ?? []))]
  if (names.length === 0) return []
  const { rows } = await sql<{ uid: string }>`
    select uid from clients
    where cellphone <> '' and client_phone_key(cellphone) = any(${phones}::text[])
      and name_folded = any(${names}::text[])
    union
    select uid from clients
    where phone <> '' and client_phone_key(phone) = any(${phones}::text[]) and name_folded = any(${names}::text[])
    union
    select uid from clients
    where mail <> '' and client_mail_key(mail) = any(${mails}::text[]) and name_folded = any(${names}::text[])
  `.execute(tx)
  const clients = await lockClients(
    tx,
    rows.map(({ uid }) => uid),
  )
  return clients.length < rows.length ? peopleByContact(tx, given) : clients
}

/** Who has each name and contact. */
export class PeopleByContact<Person> {
  readonly #byKey = new Map<string, Set<Person>>()

  add(person: Person, { name, phone, cellphone, mail }: Parameters<typeof personKeys>[0]): void {
    for (const key of personKeys({ name, phone, cellphone, mail })) {
      const known = this.#byKey.get(key) ?? new Set()
      this.#byKey.set(key, known.add(person))
    }
  }

  of(given: ClientFields): readonly Person[] {
    return [...new Set(personKeys(given).flatMap((key) => [...(this.#byKey.get(key) ?? [])]))]
  }
}

/** The sentence beside a line of which several clients could be meant. */
export const SEVERAL_PEOPLE = 'Mais de um cliente tem este nome e este contato'
