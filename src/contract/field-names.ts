/** A field's name in an answer's sentence: docs/rules.md#errors-of-the-api */
import { knownLabel } from '../domain/lead/field-words.ts'
import { FIELD_LINES } from './field-lines.ts'

const NAMES: ReadonlyMap<string, string> = new Map(FIELD_LINES)

/** The name for a problem of the request as a whole. */
const WHOLE = 'Dados do pedido'

/**
 * Returns the name of the longest suffix of the path that has one, or null.
 * A path: 'commands.0.args.changes.client.phone', 'partner_id[].0'.
 */
export function fieldName(path: string): string | null {
  const parts = path
    .split('.')
    .map((part) => part.replace(/\[\]$/, ''))
    .filter((part) => !/^\d+$/.test(part))
  for (let from = 0; from < parts.length; from++) {
    const end = parts.slice(from).join('.')
    const name = knownLabel(end) ?? NAMES.get(end)
    if (name !== undefined) return name
  }
  return null
}

/** The most fields in one sentence. `errors` contains all of them. */
const MOST_NAMED = 3

const sentenceEnd = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Returns 'name: sentence'. A sentence that begins with the name stays as it is. */
export function namedSentence(path: string, sentence: string, name = fieldName(path) ?? WHOLE): string {
  const hasName = sentence.toLowerCase().startsWith(name.toLowerCase())
  const named = /[.!?]$/.test(name) ? `${name} ${sentence}` : `${name}: ${sentence}`
  return sentenceEnd(hasName ? sentence : named)
}

/** Returns one message for the invalid fields of a request. `nameOf` may name fields that the table lacks. */
export function messageOfFields(
  errors: Readonly<Record<string, readonly string[]>>,
  nameOf: (path: string) => string | null = fieldName,
): string {
  const sentences = Object.entries(errors).map(([path, [sentence = '']]) =>
    namedSentence(path, sentence, nameOf(path) ?? WHOLE),
  )
  const more = sentences.length - MOST_NAMED
  if (more <= 0) return sentences.join(' ')
  return `${sentences.slice(0, MOST_NAMED).join(' ')} E mais ${more === 1 ? '1 campo' : `${more} campos`}.`
}
