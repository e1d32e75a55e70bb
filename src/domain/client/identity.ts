/**
 * Whether typed values make another person of a client that has a document: docs/rules.md#identity-of-a-client. Device,
 * server and imports ask the same functions. Pure.
 */
import { cleanDocument, formatDocument, isDocument } from '../documents/cpf-cnpj.ts'
import type { FieldProblem } from '../lead/field-problem.ts'
import type { Client } from './client.ts'
import type { IdentityChoice } from './identity-choice.ts'
import { documentKey } from './likeness-keys.ts'
import { nameLikeness, shareWord } from './person-name.ts'

export type Person = Pick<Client, 'name' | 'cpf'>

/**
 * `none`: the same person, or the client has no document. `document`: another document for a name that may be the same.
 * `removed`: no document any more. `name`: a name that shares no word, with the same document. `person`: another document
 * and another name.
 */
export type IdentityChange = 'none' | 'document' | 'removed' | 'name' | 'person'

const sameDocument = (one: string, other: string): boolean => {
  const [a, b] = [documentKey(one), documentKey(other)]
  return a === null || b === null ? cleanDocument(one) === cleanDocument(other) : a === b
}

/** Whether both names are one person's: the same words, or a longer form of it. A missing name contradicts nothing. */
const nameStays = (one: string, other: string): boolean =>
  ['same', 'like', 'unknown'].includes(nameLikeness(one, other))

/** Whether a name has nothing in common with another. A missing name is none. */
const isOtherName = (one: string, other: string): boolean =>
  nameLikeness(one, other) !== 'unknown' && !shareWord(one, other)

export function identityChange(known: Person, typed: Person): IdentityChange {
  if (known.cpf === '') return 'none'
  if (sameDocument(known.cpf, typed.cpf)) return isOtherName(known.name, typed.name) ? 'name' : 'none'
  const stays = nameStays(known.name, typed.name)
  // A document with wrong check digits is no one's: to mend it changes no one.
  if (stays && !isDocument(known.cpf)) return 'none'
  if (typed.cpf === '') return 'removed'
  const likeness = nameLikeness(known.name, typed.name)
  return !stays && likeness !== 'first' && isDocument(typed.cpf) ? 'person' : 'document'
}

/** `write`: into the client. `other`: the lead gets another client, and this one stays as it is. `refuse`: neither. */
export type IdentityVerdict = 'write' | 'other' | 'refuse'

/**
 * Without a choice a command corrects a client only where its name stays. It never takes the document away: the client would
 * be nobody, and the next command could make anyone of it.
 */
export function identityVerdict(
  known: Person,
  typed: Person,
  choice: IdentityChoice | undefined,
): IdentityVerdict {
  const change = identityChange(known, typed)
  if (change === 'none') return 'write'
  if (change === 'person') return choice === 'correct' ? 'refuse' : 'other'
  if (choice !== undefined) return choice === 'correct' ? 'write' : 'other'
  return change !== 'removed' && nameStays(known.name, typed.name) ? 'write' : 'refuse'
}

/** Whether both have a document, and not the same one. */
export const isOtherDocument = (known: Person, given: Person): boolean =>
  known.cpf !== '' && given.cpf !== '' && !sameDocument(known.cpf, given.cpf)

/** Whether a line of a file, or a referral, must not complete this client: it is about another person. */
export const isAnotherPerson = (known: Person, given: Person): boolean =>
  given.cpf === ''
    ? known.cpf !== '' && isOtherName(known.name, given.name)
    : known.cpf === ''
      ? isOtherName(known.name, given.name)
      : !sameDocument(known.cpf, given.cpf) || isOtherName(known.name, given.name)

const SENTENCES: Readonly<
  Record<Exclude<IdentityChange, 'none'>, readonly [field: string, message: string]>
> = {
  document: ['client.cpf', 'Outro CPF/CNPJ: diga se corrige o cadastro ou se é outra pessoa'],
  removed: ['client.cpf', 'O cadastro tem CPF/CNPJ: diga se corrige o cadastro ou se é outra pessoa'],
  name: ['client.name', 'Outro nome para o mesmo CPF/CNPJ: diga se corrige o cadastro ou se é outra pessoa'],
  person: ['client.cpf', 'Outro CPF/CNPJ com outro nome é outra pessoa: o cadastro não vira o dela'],
}

/** The problem of a change that is refused; null: it changes no one. */
export function identityProblem(known: Person, typed: Person): FieldProblem | null {
  const change = identityChange(known, typed)
  if (change === 'none') return null
  const [field, message] = SENTENCES[change]
  return { field, message }
}

/** 'Emanuelly Duarte (CPF 205.499.174-03)', as questions and notices name a person. */
export function personWords({ name, cpf }: Person): string {
  const document = cpf === '' ? '' : `${cpf.length > 11 ? 'CNPJ' : 'CPF'} ${formatDocument(cpf)}`
  if (name === '') return document
  return document === '' ? name : `${name} (${document})`
}
