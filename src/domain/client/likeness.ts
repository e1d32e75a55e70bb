/**
 * Whether two clients are one person: the reasons and a score. The score orders a list that a person reads; nothing is
 * merged by it. docs/rules.md#merging-clients
 */
import { cleanDocument, isCnpj, isDocument } from '../documents/cpf-cnpj.ts'
import type { Client } from './client.ts'
import { contactKeys, documentKey, mailKey } from './likeness-keys.ts'
import { type NameLikeness, nameLikeness } from './person-name.ts'

export const REASONS = [
  'document',
  'document_form',
  'document_slip',
  'phone',
  'mail',
  'birth_date',
  'name',
  'name_like',
  'name_first',
  'documents_differ',
  'branches',
  'names_differ',
  'kin',
  'birth_dates_differ',
] as const
export type Reason = (typeof REASONS)[number]

/** The words of each reason. A list combines them: 'Mesmo celular e nome parecido'. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  document: 'mesmo CPF/CNPJ',
  document_form: 'mesmo CPF/CNPJ, escrito de outra forma',
  document_slip: 'CPF/CNPJ quase igual',
  phone: 'mesmo telefone',
  mail: 'mesmo e-mail',
  birth_date: 'mesma data de nascimento',
  name: 'mesmo nome',
  name_like: 'nome parecido',
  name_first: 'mesmo primeiro nome',
  documents_differ: 'CPF/CNPJ diferentes',
  branches: 'filiais da mesma empresa',
  names_differ: 'nomes diferentes',
  kin: 'nomes de parentes',
  birth_dates_differ: 'datas de nascimento diferentes',
}

/** A pair below is not shown. */
export const LEAST_SCORE = 30

export type Strength = 'strong' | 'probable' | 'possible'
export const STRENGTH_WORDS: Readonly<Record<Strength, string>> = {
  strong: 'forte',
  probable: 'provável',
  possible: 'possível',
}
export const strengthOf = (score: number): Strength =>
  score >= 80 ? 'strong' : score >= 60 ? 'probable' : 'possible'

export interface Likeness {
  /** 0 to 100. */
  readonly score: number
  readonly reasons: readonly Reason[]
}

export type Compared = Pick<Client, 'name' | 'phone' | 'cellphone' | 'mail' | 'cpf' | 'birth_date'>

type DocumentLikeness = 'same' | 'form' | 'slip' | 'branches' | 'differ' | 'unclear' | 'unknown'

const slips = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  const places = one.split('').flatMap((letter, place) => (letter === other[place] ? [] : [place]))
  const [first, second] = places
  if (first === undefined || places.length === 1) return true
  return (
    places.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  )
}

/** Head office and branches of a company have the same first eight characters. */
const ROOT = 8

function documentLikeness(one: string, other: string): DocumentLikeness {
  const [a, b] = [documentKey(one), documentKey(other)]
  if (a === null || b === null) return 'unknown'
  if (a === b) return one === other ? 'same' : 'form'
  if (isDocument(one) && isDocument(other)) {
    const root = (text: string) => cleanDocument(text).slice(0, ROOT)
    return isCnpj(one) && isCnpj(other) && root(one) === root(other) ? 'branches' : 'differ'
  }
  return slips(a, b) ? 'slip' : 'unclear'
}

const DOCUMENT_REASON: Readonly<Partial<Record<DocumentLikeness, Reason>>> = {
  same: 'document',
  form: 'document_form',
  slip: 'document_slip',
  branches: 'branches',
  differ: 'documents_differ',
}
const NAME_REASON: Readonly<Partial<Record<NameLikeness, Reason>>> = {
  same: 'name',
  like: 'name_like',
  first: 'name_first',
  other: 'names_differ',
  kin: 'kin',
}

/** With the same document. Two people under one document are a slip of the pen that a person must see. */
const BY_DOCUMENT: Readonly<Record<NameLikeness, number>> = {
  same: 100,
  like: 95,
  first: 85,
  unknown: 85,
  kin: 60,
  other: 60,
}
/** By what is shared besides the name. */
const BY_NAME: Readonly<
  Record<'slip' | 'phone' | 'mail' | 'birth_date', Readonly<Record<NameLikeness, number>>>
> = {
  slip: { same: 65, like: 50, first: 20, unknown: 10, kin: 0, other: 0 },
  phone: { same: 85, like: 70, first: 45, unknown: 35, kin: 20, other: 15 },
  mail: { same: 85, like: 75, first: 50, unknown: 45, kin: 30, other: 30 },
  birth_date: { same: 75, like: 60, first: 20, unknown: 5, kin: 0, other: 0 },
}
/** Each further thing that is shared takes away a part of the doubt that is left. */
const FURTHER = 0.4
const HARD_TO_BE_ONE = 20

/** Returns the reasons for and against, and the score. */
export function likeness(one: Compared, other: Compared): Likeness {
  const name = nameLikeness(one.name, other.name)
  const document = documentLikeness(one.cpf, other.cpf)
  const phones = contactKeys(one)
  const phone = contactKeys(other).some((key) => phones.includes(key))
  const mail = mailKey(one.mail) !== null && mailKey(one.mail) === mailKey(other.mail)
  const birth = one.birth_date !== null && one.birth_date === other.birth_date
  const otherBirth = one.birth_date !== null && other.birth_date !== null && !birth
  const found = (
    [
      ['slip', document === 'slip'],
      ['phone', phone],
      ['mail', mail],
      ['birth_date', birth],
    ] as const
  ).flatMap(([kind, holds]) => (holds ? [BY_NAME[kind][name]] : []))
  const sameDocument = document === 'same' || document === 'form'
  const [most = 0, ...rest] = [...(sameDocument ? [BY_DOCUMENT[name]] : []), ...found].toSorted(
    (a, b) => b - a,
  )
  const together = rest.reduce((score, part) => score + (100 - score) * FURTHER * (part / 100), most)
  const doubt = (otherBirth ? 20 : 0) + (document === 'unclear' ? 10 : 0)
  const capped =
    document === 'differ' || document === 'branches' ? Math.min(together, HARD_TO_BE_ONE) : together
  const reasons: (Reason | undefined)[] = [
    DOCUMENT_REASON[document],
    phone ? 'phone' : undefined,
    mail ? 'mail' : undefined,
    birth ? 'birth_date' : undefined,
    NAME_REASON[name],
    otherBirth ? 'birth_dates_differ' : undefined,
  ]
  return {
    score: Math.max(0, Math.min(100, Math.round(capped - doubt))),
    reasons: reasons.filter((reason) => reason !== undefined),
  }
}
