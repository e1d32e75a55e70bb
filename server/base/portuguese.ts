/**
 * Portuguese messages of the schemas for a wrong field. People read them in `message` and `errors` of an answer, so
 * they contain no programming terms: docs/rules.md#errors-of-the-api.
 */
import { z } from 'zod'
import { formatNumber } from '../../src/domain/text/formats.ts'
import { REQUIRED_FIELD } from '../../src/domain/text/required.ts'

const INVALID_VALUE = 'Valor inválido'

/** Sets the messages of all schemas without a message of their own. */
export function speakPortuguese(): void {
  z.config({ ...z.locales.ptBR(), customError: sentenceOf })
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'Envie um texto',
  number: 'Envie um número',
  int: 'Envie um número inteiro',
  boolean: 'Envie verdadeiro ou falso',
  array: 'Envie uma lista',
  object: 'Envie um conjunto de campos',
  record: 'Envie um conjunto de campos',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'E-mail inválido',
  uuid: 'Identificação inválida',
  date: 'Data inválida, envie AAAA-MM-DD',
  datetime: 'Data e hora inválidas, envie AAAA-MM-DDThh:mm:ss com o fuso',
}

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED_FIELD : (KINDS[issue.expected] ?? INVALID_VALUE)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Formato inválido'
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED_FIELD : ofChoices(issue.errors)
    case 'unrecognized_keys':
      return 'Há campos desconhecidos'
    default:
      return INVALID_VALUE
  }
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string')
    return minimum === 1 ? REQUIRED_FIELD : `Curto demais: ao menos ${formatNumber(minimum)} caracteres`
  if (origin === 'array') return `Envie ao menos ${formatNumber(minimum)} itens`
  return `Envie um número ${inclusive === false ? 'maior que' : 'a partir de'} ${formatNumber(minimum)}`
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return `Longo demais: no máximo ${formatNumber(maximum)} caracteres`
  if (origin === 'array') return `Envie no máximo ${formatNumber(maximum)} itens`
  return `Envie um número ${inclusive === false ? 'menor que' : 'até'} ${formatNumber(maximum)}`
}

function oneOf(values: readonly z.core.util.Primitive[]): string {
  const words = values.filter((value) => value !== '' && value !== null && value !== undefined).map(String)
  const last = words.pop()
  if (last === undefined) return INVALID_VALUE
  return words.length === 0 ? `Envie ${last}` : `Envie ${words.join(', ')} ou ${last}`
}

/** The message of the first choice whose type fits, else of the first choice. */
function ofChoices(choices: readonly (readonly z.core.$ZodIssue[])[]): string {
  const first = choices.flatMap(([issue]) => (issue === undefined ? [] : [issue]))
  const near = first.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value') ?? first[0]
  return near?.message ?? INVALID_VALUE
}
