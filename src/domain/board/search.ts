/**
 * One text that finds leads, whatever it is of a client: number, phone, document, mail, plate, policy, name. The index tests rows
 * with it, the server has the same in SQL. docs/rules.md#search
 */
import { cleanDocument } from '../documents/cpf-cnpj.ts'
import { phoneEnds } from '../phone/phone.ts'
import { foldText } from '../text/fold.ts'

/** What a text may mean. An empty list or text: not this. */
export interface SearchReading {
  readonly leadId: number | null
  /** Folded, whole. */
  readonly oldNumber: string
  /** The beginning of a CPF or CNPJ. */
  readonly document: string
  /** Ends of phones. */
  readonly phones: readonly string[]
  /** The beginning of a plate, a proposal or a policy: small letters and digits. */
  readonly code: string
  /** The beginning of a mail, in small letters. */
  readonly mail: string
  /** Folded words of a name, in their order. */
  readonly words: readonly string[]
}

/** More digits can't be a lead's number. */
const NUMBER_UP_TO = 9
/** Fewer characters are no beginning of a document or a code. */
const CODE_FROM = 4
/** A phone, whole or its end, with or without the country's code. */
const PHONE = /^\+?[\d\s().-]+$/
/** A phone in its mask is no plate or policy. */
const MASKED = /[()+]/

/** Small letters and digits: 'ABC-1D23' is 'abc1d23'. */
export const cleanCode = (text: string): string => foldText(text).replaceAll(/[^a-z0-9]/g, '')

export function readSearch(text: string): SearchReading {
  const trimmed = text.trim()
  const code = cleanCode(trimmed)
  const isNumber = /^\d+$/.test(code) && !/[a-z]/i.test(trimmed)
  const isMail = /^[^\s@]{2,}@\S*$/.test(trimmed)
  const isMasked = MASKED.test(trimmed)
  const hasDigits = /\d/.test(code)
  const isCode = !isMasked && !isMail && code.length >= CODE_FROM && hasDigits && !/\s\S*\s/.test(trimmed)
  return {
    leadId: isNumber && !isMasked && code.length <= NUMBER_UP_TO ? Number(code) : null,
    oldNumber: hasDigits && !isMasked && !isMail ? foldText(trimmed) : '',
    document: isCode && /\d{2}/.test(code) ? cleanDocument(trimmed) : '',
    phones: PHONE.test(trimmed) ? phoneEnds(trimmed) : [],
    code: isCode ? code : '',
    mail: isMail ? trimmed.toLowerCase() : '',
    words: isNumber || isMail || trimmed.length < 2 ? [] : foldText(trimmed).split(' '),
  }
}

/** Whether the text means anything that can be looked for. */
export const isSearchable = (text: string): boolean => {
  const { leadId, oldNumber, document, phones, code, mail, words } = readSearch(text)
  return leadId !== null || `${oldNumber}${document}${code}${mail}` !== '' || phones.length + words.length > 0
}

const escaped = (word: string) => word.replaceAll(/[^a-z0-9]/g, (letter) => `\\${letter}`)

/** Between two words of a search other words may stand: 'ana souza' finds 'ana paula souza'. */
const apart = (words: readonly string[]) => `(?:^|[ \\n])${words.join('[^ \\n]* (?:[^\\n]* )?')}`

/** Words of which each begins one of a name's, in their order. For JavaScript and for PostgreSQL. */
export const wordsPattern = (words: readonly string[]): string => apart(words.map(escaped))

/** From so many letters on, letters of a word may be left out, where another word is longer. */
const LEFT_OUT_FROM = 3
/** Letters left out between two that were typed. */
const MOST_LEFT_OUT = 2

/** Whether letters of the text may be left out: 'morera', 'mrcs'. Short words would find anything. */
export const mayLeaveOut = (words: readonly string[]): boolean =>
  words.some(({ length }) => length > LEFT_OUT_FROM)

/** The same, with letters left out of the longer words, but never the first of a word. */
export const leftOutPattern = (words: readonly string[]): string =>
  apart(
    words.map((word) =>
      word.length < LEFT_OUT_FROM
        ? escaped(word)
        : Array.from(word, escaped).join(`[^ \\n]{0,${MOST_LEFT_OUT}}`),
    ),
  )

/** Whether the notes may name a policy. Most don't. */
const namesPolicy = (notes: string): boolean => /ap[oó]lice/i.test(notes)

/**
 * A number behind 'Apólice' in folded notes: imports of renewals write it there. For JavaScript and for PostgreSQL.
 */
export const POLICY_PATTERN =
  'apolice[^a-z0-9]{0,4}(?:n(?:umero|o|[^a-z0-9 ])?[^a-z0-9]{0,3})?([a-z0-9][a-z0-9./-]{2,30})'
const POLICIES = new RegExp(POLICY_PATTERN, 'g')

interface Coded {
  readonly proposal: string | null
  readonly product_details: { readonly license_plate: string }
  readonly additional_information: string
}

/** The lead's plate, proposal and policies, clean. Those without a digit are words. */
export function codesOf({ proposal, product_details, additional_information: notes }: Coded): string[] {
  const policies = namesPolicy(notes) ? [...foldText(notes).matchAll(POLICIES)] : []
  const codes = [product_details.license_plate, proposal ?? '', ...policies.map(([, policy]) => policy ?? '')]
  return [...new Set(codes.map(cleanCode))].filter((code) => code.length >= CODE_FROM && /\d/.test(code))
}
