/** What columns mean by those beside them. Pure. docs/rules.md#spreadsheets */
import type { HeaderWords } from './header-words.ts'

/** Contacts of Google and Outlook: 'Phone 1 - Value' beside 'Phone 1 - Type' or 'Phone 1 - Label'. */
const VALUE = /^(.+?\d)\s*[-–:]\s*(?:value|valor)$/iu
const KIND = /^(.+?)\s*[-–:]\s*(?:type|label|tipo|etiqueta|r[oó]tulo)$/iu

/** The headers; the value of a kind is called by what it is of, and the kind has no name. */
export const withoutKinds = (headers: readonly string[]): string[] =>
  headers.map((header) => {
    const text = header.trim()
    if (KIND.test(text)) return ''
    return VALUE.exec(text)?.[1] ?? header
  })

const CONTACT =
  /^(?:(?:celular|telefone|whatsapp|email|cpf|cnpj|documento|fixo|residencial|comercial|ddd|rg|nascimento|data|1|2|3)(?: |$))+$/u
const OTHER_PERSON =
  /^(?:corretor|corretora|produtor|estipulante|condutor|beneficiario|vendedor|indicador|indicadora|angariador|conjuge|fiador|responsavel)$/u
const OF_A_PERSON = new Set(['nome', 'codigo', 'numero', 'susep'])

/** Whether the words name another person, and nothing of it: 'Corretor', 'Nome do Produtor'. */
function isOtherPerson(words: readonly string[]): boolean {
  const rest = words.filter((word) => !OF_A_PERSON.has(word))
  return rest.length === 1 && OTHER_PERSON.test(rest[0] ?? '')
}

/** The columns of phones, mails and documents right behind the column of another person. */
export function foreignContacts(headers: readonly HeaderWords[]): ReadonlySet<number> {
  const found = new Set<number>()
  let isBehind = false
  for (const [column, { words }] of headers.entries()) {
    if (isOtherPerson(words)) isBehind = true
    else if (!CONTACT.test(words.join(' '))) isBehind = false
    else if (isBehind) found.add(column)
  }
  return found
}
