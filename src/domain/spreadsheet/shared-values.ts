/** Values of a file that many persons share, which is seldom right. docs/rules.md#spreadsheets */
import { formatDocument } from '../documents/cpf-cnpj.ts'
import { formatPhone } from '../phone/phone.ts'
import { foldText } from '../text/fold.ts'

export interface PersonOfFile {
  readonly name: string
  readonly document: string
  readonly cellphone: string
  readonly mail: string
}

/** So many different persons do not share a phone or an e-mail. */
const MANY_PERSONS = 3
/** Values that a sentence names. */
const NAMED = 3

type Read = (person: PersonOfFile) => string

function sharedBy(
  persons: readonly PersonOfFile[],
  { valueOf, otherOf, least }: { valueOf: Read; otherOf: Read; least: number },
): string[] {
  const found = new Map<string, Set<string>>()
  for (const person of persons) {
    const value = valueOf(person)
    if (value === '') continue
    const others = found.get(value) ?? new Set()
    found.set(value, others.add(otherOf(person)))
  }
  return [...found].filter(([, others]) => others.size >= least).map(([value]) => value)
}

function listed(values: readonly string[]): string {
  const rest = values.length - NAMED
  return values.slice(0, NAMED).join(', ') + (rest > 0 ? ` e mais ${rest}` : '')
}

/** The document, or the name of a person who has none. */
const personOf: Read = ({ document, name }) => (document === '' ? foldText(name) : document)

/** Returns a sentence for each finding; none for persons without any. */
export function personWarnings(persons: readonly PersonOfFile[]): string[] {
  const names = sharedBy(persons, {
    valueOf: ({ document }) => document,
    otherOf: ({ name }) => foldText(name),
    least: 2,
  }).map(formatDocument)
  const cellphones = sharedBy(persons, {
    valueOf: ({ cellphone }) => cellphone,
    otherOf: personOf,
    least: MANY_PERSONS,
  }).map(formatPhone)
  const mails = sharedBy(persons, {
    valueOf: ({ mail }) => mail.toLowerCase(),
    otherOf: personOf,
    least: MANY_PERSONS,
  })
  return [
    ...(names.length > 0
      ? [`O mesmo CPF/CNPJ está com nomes diferentes: ${listed(names)}. Confira a coluna CPF/CNPJ.`]
      : []),
    ...(cellphones.length > 0
      ? [`O mesmo celular está em vários clientes: ${listed(cellphones)}. Pode ser do corretor.`]
      : []),
    ...(mails.length > 0
      ? [`O mesmo e-mail está em vários clientes: ${listed(mails)}. Pode ser do corretor.`]
      : []),
  ]
}
