/** By what a person without a document is known: its name and a contact. docs/rules.md#known-people */
import { foldText } from '../text/fold.ts'
import type { Client } from './client.ts'
import { contactKeys, mailKey } from './likeness-keys.ts'

type Person = Pick<Client, 'name' | 'phone' | 'cellphone' | 'mail'>

/**
 * One key for each contact, with the name: a family may share a phone or a mail. None where the name or every contact is
 * missing.
 */
export function personKeys(person: Person): string[] {
  const name = foldText(person.name)
  if (name === '') return []
  const mail = mailKey(person.mail)
  return [...new Set([...contactKeys(person), ...(mail === null ? [] : [mail])])].map(
    (contact) => `${name}|${contact}`,
  )
}
