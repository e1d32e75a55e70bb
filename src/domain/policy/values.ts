/** Values of a policy at the beginning of a text. A wrong check digit or a wrong form is no value. docs/rules.md#policy-reading */
import { cleanDocument, isDocument } from '../documents/cpf-cnpj.ts'
import { readMoney } from '../money/money.ts'
import { LONGEST_DAY, readDay } from '../time/typed-date.ts'
import { plainText } from './text.ts'

const DOCUMENT =
  /^(?:\d{2,3}\.?\d{3}\.?\d{3}\s?-?\s?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\s?\/?\s?[0-9A-Z]{4}\s?-?\s?\d{2})(?![\d*])/iu

/** Returns CPF or CNPJ without punctuation, or null. */
export function readDocument(text: string): string | null {
  const written = DOCUMENT.exec(text)?.[0]
  if (written === undefined || !isDocument(written)) return null
  return cleanDocument(written)
}

const PLATE = /^([A-Z]{3})[\s-]?(\d[A-Z0-9]\d{2})(?![\p{L}\d])/iu

/** Returns 'ABC1234' or 'ABC1D23', or null. */
export function readPlate(text: string): string | null {
  const parts = PLATE.exec(text)
  return parts === null ? null : `${parts[1]}${parts[2]}`.toUpperCase()
}

const CHASSIS_LENGTH = 17
/** I, O and Q are in no chassis: they look like 1 and 0. */
const CHASSIS = /^[A-HJ-NPR-Z0-9]{17}$/u

/** Returns the seventeen signs of a chassis, or null. Blanks and hyphens in it are left out. */
export function readChassis(text: string): string | null {
  const [first = ''] = text.split(/\s/u, 1)
  const near = text.slice(0, CHASSIS_LENGTH + 6).replaceAll(/[\s.-]/gu, '')
  const written = (first.length >= CHASSIS_LENGTH ? first.replaceAll(/[.-]/gu, '') : near).toUpperCase()
  return CHASSIS.test(written) && /\d{4}/u.test(written) && /[A-Z]/u.test(written) ? written : null
}

/** Some insurers divide its digits by blanks. A day may follow it. */
const POLICY_NUMBER =
  /^(?:n[oº°.]{1,2}\s*)?([0-9A-Z][0-9A-Z./-]{0,29}(?:\s\d[\d-]*(?![\d/.,]|\s?de\b))*)(?![\p{L}\d])/iu
const DATE_ALONE = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/u
const FEWEST_DIGITS = 4

/** Returns the number as it is written, or null: a day or a document is none. */
export function readPolicyNumber(text: string): string | null {
  const written = POLICY_NUMBER.exec(text)?.[1]?.replace(/[./-]+$/u, '')
  if (written === undefined || DATE_ALONE.test(written)) return null
  return written.replaceAll(/\D/gu, '').length >= FEWEST_DIGITS && !isDocument(written) ? written : null
}

const DAY =
  /(?<![\d/.-])(?:\d{1,2}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?(?:\d{4}|\d{2})(?![\d/])|\d{4}-\d{2}-\d{2}|\d{1,2}[º°]?\s+de\s+\p{L}{3,9}\s+de\s+\d{4})/giu

/** Returns the days of a text as YYYY-MM-DD, in their order. */
export function readDays(text: string, today: string): string[] {
  return [...text.matchAll(DAY)].flatMap(([written]) =>
    written.length > LONGEST_DAY ? [] : (readDay(written, today) ?? []),
  )
}

/** Words and hours before a day: 'a partir das 24h do dia'. */
const BEFORE_DAY =
  /^(?:(?:a\s+partir|desde|as|das?|de|do|dia|ate|(?:24|0?0|zero)(?::00)?\s*(?:h|hs|horas?)?)\b[\s:]*)*$/u

/** Returns the day that a text begins with, or null. */
export function readFirstDay(text: string, today: string): string | null {
  const [first] = text.matchAll(DAY)
  if (first === undefined) return null
  const before = plainText(text.slice(0, first.index))
    .replaceAll(/[()\s]+/gu, ' ')
    .trim()
  return BEFORE_DAY.test(before) ? (readDays(first[0], today)[0] ?? null) : null
}

const AMOUNT = /^(?:R\$\s*)?(\d{1,3}(?:\.\d{3})*,\d{2}|\d+[.,]\d{2})(?![\d%])/iu

/** Returns cents, or null. An amount without its two decimals is none. */
export function readAmount(text: string): number | null {
  const written = AMOUNT.exec(text)?.[1]
  const cents = written === undefined ? null : readMoney(written)
  return cents === null || cents === 0 ? null : cents
}

const LONGEST_NAME = 120
const NAME_END = /\s+[-–—|]\s|\s{2,}|[;|]|\s\(|,\s|\s(?=\d{3}\.?\d{3})/u
/** Words of labels and sentences, which no name has. */
const NOT_A_NAME =
  /\b(?:data|nascimento|endereco|telefone|celular|profissao|sexo|civil|cpf|cnpj|apolice|vigencia|premio|segurado|segurada|proponente|corretor|condutor|documento|email|bairro|cidade|cep|pela|pelo|conforme|esta|este|nome|ramo|produto|total|valor|codigo|numero|veiculo|cobertura|coberturas|principal|dados|susep|processo|registro)\b/u
const COMPANY = /\b(?:ltda|s\/?a|s\.a|me|eireli|epp|condominio|associacao)\b/u
const LINKS = /^(?:d[aeo]s?|e|y|von|van|del|di)$/u

/** Returns the name of a person or company, or null: at least two words, each with a capital. */
export function readName(text: string): string | null {
  const [written = ''] = text.split(NAME_END, 1)
  const name = written
    .replaceAll(/\s+/gu, ' ')
    .replace(/[\s,.:-]+$/u, (end) => (end.startsWith('.') ? '.' : ''))
    .trim()
  const plain = plainText(name)
  const words = name.split(' ')
  if (name.length > LONGEST_NAME || words.length < 2 || NOT_A_NAME.test(plain)) return null
  if (/[^\p{L}\d\s.'’&/-]/u.test(name) || (/\d/u.test(name) && !COMPANY.test(plain))) return null
  const capital = words.every((word) => LINKS.test(word.toLowerCase()) || /^[\p{Lu}\d&]/u.test(word))
  return capital ? name : null
}

/** Returns the name of an insurer, which may be one word, or null. */
export function readInsurer(text: string): string | null {
  const [written = ''] = text.split(/\s+[-–—|]\s|\s{2,}|[;|]|\s\(|\s(?:CNPJ|C\.N\.P\.J|SUSEP|C[oó]d)\b/iu, 1)
  const name = written
    .replaceAll(/\s+/gu, ' ')
    .replace(/[\s,:-]+$/u, '')
    .trim()
  if (!/^\p{Lu}[\p{L}\d\s.'&/-]{1,79}$/u.test(name) || /corretor/iu.test(name)) return null
  return /\b(?:cnpj|cpf|codigo|telefone|vigencia|apolice|endereco|ramo|produto)\b/u.test(plainText(name))
    ? null
    : name
}
