/** Whether a typed phone or mail is a known client's, and how that is said: docs/rules.md#known-contacts. Pure. */
import { nationalNumber } from '../phone/national-number.ts'
import { isPhone } from '../phone/phone.ts'
import { joinAll } from '../text/formats.ts'
import type { Client } from './client.ts'
import { mailKey, phoneKey } from './likeness-keys.ts'
import { isMailAddress } from './mail-address.ts'

/** In the order in which a sentence names them. */
export const CONTACT_FIELDS = ['cellphone', 'phone', 'mail'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

export type TypedContact = Readonly<Record<ContactField, string>>

/** What a look-up asks for: complete values alone. */
export interface AskedContact {
  readonly phones: readonly string[]
  /** In small letters; empty: none. */
  readonly mail: string
}

const WORDS: Readonly<Record<ContactField, string>> = {
  cellphone: 'este celular',
  phone: 'este telefone',
  mail: 'este e-mail',
}

/** Returns the value of a field as it is asked for. Empty: it is no complete phone or mail. */
function complete(field: ContactField, value: string): string {
  if (field === 'mail') return isMailAddress(value.trim()) ? (mailKey(value) ?? '') : ''
  const number = nationalNumber(value)
  return isPhone(number) ? number : ''
}

/** Returns what two values have in common that are one phone or one mail. Empty: it is no complete one. */
function compared(field: ContactField, value: string): string {
  const whole = complete(field, value)
  return field === 'mail' ? whole : (phoneKey(whole) ?? '')
}

/** Returns the typed fields whose values are complete and differ from the stored ones. */
function newFields(typed: TypedContact, stored: TypedContact | null): ContactField[] {
  const old = new Set(CONTACT_FIELDS.map((field) => compared(field, stored?.[field] ?? '')))
  return CONTACT_FIELDS.filter((field) => {
    const value = compared(field, typed[field])
    return value !== '' && !old.has(value)
  })
}

/**
 * Returns the typed contact data to ask about. `stored` is what the client already has, which is not asked about; null:
 * the client has nothing.
 */
export function askedContact(typed: TypedContact, stored: TypedContact | null): AskedContact {
  const fields = newFields(typed, stored)
  const phones = fields.filter((field) => field !== 'mail').map((field) => complete(field, typed[field]))
  return { phones: [...new Set(phones)], mail: fields.includes('mail') ? complete('mail', typed.mail) : '' }
}

export const asksNothing = ({ phones, mail }: AskedContact): boolean => phones.length === 0 && mail === ''

/** Returns the typed fields whose value the client has, be it as mobile or as landline. */
export function sharedFields(
  typed: TypedContact,
  stored: TypedContact | null,
  client: Pick<Client, ContactField>,
): ContactField[] {
  const phones = new Set([compared('cellphone', client.cellphone), compared('phone', client.phone)])
  const mail = compared('mail', client.mail)
  return newFields(typed, stored).filter((field) => {
    const value = compared(field, typed[field])
    return field === 'mail' ? value === mail : phones.has(value)
  })
}

/** Names a client together with the values that it shares: another value is another question. */
export const sharedKey = (uid: string, typed: TypedContact, fields: readonly ContactField[]): string =>
  JSON.stringify([uid, ...fields.map((field) => compared(field, typed[field]))])

/** 'Maria Souza já tem este celular', 'Maria Souza e mais 2 clientes já têm este e-mail'. */
export function knownContactWords(name: string, fields: readonly ContactField[], others: number): string {
  const what = joinAll(CONTACT_FIELDS.filter((field) => fields.includes(field)).map((field) => WORDS[field]))
  if (others === 0) return `${name} já tem ${what}`
  return `${name} e mais ${others} ${others === 1 ? 'cliente' : 'clientes'} já têm ${what}`
}
