/**
 * The forms in which Brazilians write personal data in notes: documents, phones, cards, plates, addresses, births,
 * relatives. docs/rules.md#assistant
 */
import { isDocument } from '../../src/domain/documents/cpf-cnpj.ts'
import { USUAL_NAME } from './usual-names.ts'

export const PLACEHOLDER_KINDS = [
  'NOME',
  'DOCUMENTO',
  'TELEFONE',
  'EMAIL',
  'NUMERO',
  'CARTAO',
  'PLACA',
  'CHASSI',
  'ENDERECO',
  'NASCIDO',
] as const
export type PlaceholderKind = (typeof PLACEHOLDER_KINDS)[number]

export interface PlaceholderPattern {
  readonly kind: PlaceholderKind
  /** Only the group `value` is replaced, if there is one. */
  readonly pattern: RegExp
  readonly fits?: (text: string) => boolean
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** The check digit of payment cards. */
function isCard(text: string): boolean {
  const digits = Array.from(digitsOf(text), Number).toReversed()
  if (digits.length < 13 || digits.length > 19) return false
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** A phone with its area code, however it is grouped. */
const isPhone = (text: string) => /^(?:55)?0?[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/.test(digitsOf(text))
/** Numbers of other things are grouped by twos, too: 12 24 36 48 60. */
const MOBILE = /9\d{8}$/

/** A vehicle's chassis has digits and letters. */
const isChassis = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text)

const MONTHS =
  'jan(?:eiro)?|fev(?:ereiro)?|mar(?:ço|co)?|abr(?:il)?|mai(?:o)?|jun(?:ho)?|jul(?:ho)?|ago(?:sto)?|set(?:embro)?|out(?:ubro)?|nov(?:embro)?|dez(?:embro)?'
const DAY = String.raw`\d{1,2}\s?[./-]\s?\d{1,2}(?:\s?[./-]\s?\d{2,4})?|\d{1,2}\s{1,3}de\s{1,3}(?:${MONTHS})(?:\s{1,3}de\s{1,3}\d{2,4})?|\d{1,2}\s\d{1,2}\s\d{2,4}|\d{4}-\d{2}-\d{2}|\d{8}|(?:19|20)\d{2}`
const BIRTH = String.raw`nascid[oa]s?|nasceu|nascimento|nasc|anivers[áa]rio|aniv|niver|dn|d\.n\.|dt\.?\s?nasc`
/** What leads to a name that no list may know. */
const RELATIVE = String.raw`espos[oa]|marid[oa]|mulher|companheir[oa]|noiv[oa]|namorad[oa]|c[ôo]njuge|filh[oa]|m[ãa]e|pai|irm[ãa]o|irm[ãa]|av[óôo]|net[oa]|ti[oa]|prim[oa]|sobrinh[oa]|sogr[oa]|genro|nora|cunhad[oa]|enteado|enteada|padrasto|madrasta|vizinh[oa]|amig[oa]|s[óo]ci[oa]|chefe|patr[ãa]o|secret[áa]ria|condutor[a]?|motorista|benefici[áa]ri[oa]`
const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?:\s{1,3}(?:d[aeo]s?\s{1,3}|e\s{1,3})?\p{Lu}[\p{L}'’-]+){0,4}`
const STREET = String.raw`rua|r\.|avenida|av\.?|alameda|al\.|travessa|trav\.?|tv\.|pra[çc]a|p[çc]a\.?|rodovia|rod\.?|estrada|estr\.?|beco|viela|largo`
/** After the word for a street, or its abbreviation. */
const HOUSE = String.raw`\s{1,3}(?=\p{L}|\d)(?:(?!\bcep\b)[^,;\n|–()]){2,60}?(?:,\s{0,3}|\s{1,3})(?:s/n[ºo°]?(?!\p{L})|(?:n[ºo°.]*\s{0,3})?\d{1,5}(?!\d|[/:.,]\d|\s?%|h))(?:,\s{0,3}(?:n[ºo°.]*\s{0,3})?\d{1,5}(?!\d|[/:.,]\d|\s?%|h))?(?:\s{0,3}[-,]?\s{0,3}(?:ap(?:to|\.)?|apartamento|casa|bl(?:oco)?\.?|sala|lj\.?|loja|fundos|cj\.?)\.?\s{0,3}\p{L}?\d{0,5}\p{L}?)*`
/** A local part of an address begins at its first letter alone: tried at each letter, a long word would cost its square. */
const LOCAL = String.raw`(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+`
const POINT = String.raw`\s{0,2}(?:\.|ponto)\s{0,2}`

const MAILBOXES = 'gmail|hotmail|outlook|yahoo|uol|bol|terra|icloud|live'
/** 'nov2026' and the like are no plates. */
const MONTH_OF_YEAR = /^(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez|ano|ate)(?:19|20)\d{2}$/

/** In this order: a later pattern would also match parts of an earlier one's values. */
export const PLACEHOLDER_PATTERNS: readonly PlaceholderPattern[] = [
  { kind: 'EMAIL', pattern: new RegExp(String.raw`${LOCAL}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+`, 'gu') },
  // With blanks, or as it is said: ana . souza @ gmail . com, ana ponto souza arroba exemplo ponto com ponto br.
  {
    kind: 'EMAIL',
    pattern: new RegExp(
      String.raw`${LOCAL}(?:(?:\s{1,2}\.\s{1,2}|\s{1,2}ponto\s{1,2})[\p{L}\d_%+-]{1,40}){0,3}\s{0,2}(?:@|\(?arroba\)?|\[at\])\s{0,2}(?:[\p{L}\d-]{1,40}${POINT}){1,3}(?:com|net|org|br)(?:${POINT}br)?(?!\p{L})`,
      'giu',
    ),
  },
  // Without what follows the point.
  {
    kind: 'EMAIL',
    pattern: new RegExp(
      String.raw`${LOCAL}\s{0,2}(?:@|\(?arroba\)?|\[at\])\s{0,2}(?:${MAILBOXES})(?:\.com)?(?:\.br)?(?![\p{L}\d-]|\.\p{L})`,
      'giu',
    ),
  },
  // 17 characters without I, O and Q.
  { kind: 'CHASSI', pattern: /\b[A-HJ-NPR-Z\d]{17}\b/gi, fits: isChassis },
  {
    kind: 'CHASSI',
    pattern: /\bchassi\s{0,3}(?:n[ºo°.]*\s{0,3})?:?\s{0,3}(?<value>[A-Z\d][A-Z\d.\s-]{5,22}[A-Z\d])\b/giu,
    fits: (text) => /\d{4}/.test(text),
  },
  {
    kind: 'ENDERECO',
    pattern: new RegExp(String.raw`(?<![\p{L}\d])(?:${STREET})${HOUSE}`, 'giu'),
  },
  // A single letter for the street: R das Flores 120, r Goiás 77.
  {
    kind: 'ENDERECO',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:[Rr]|A[Ll])(?=\s{1,3}(?:d[aeo]s?\s|D[AEO]S?\s|\p{Lu}))${HOUSE}`,
      'gu',
    ),
  },
  {
    kind: 'ENDERECO',
    pattern:
      /(?<![\p{L}\d])(?:quadra|qd\.?)\s{0,3}\d{1,4}\p{L}?,?\s{0,3}(?:lote|lt\.?)\s{0,3}\d{1,4}(?![\p{L}\d])/giu,
  },
  { kind: 'ENDERECO', pattern: /(?<![\d.,-])\d{2}\.?\d{3}-\d{3}(?![\d-])/g },
  {
    kind: 'ENDERECO',
    pattern: /\bcep\s{0,3}(?:n[ºo°.]*\s{0,3})?:?\s{0,3}(?<value>\d{2}\.?\s?\d{3}\s?-?\s?\d{3})(?!\d)/giu,
  },
  {
    kind: 'NASCIDO',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:${BIRTH})(?:\.|:)?(?:\s{0,3}(?:data|de|em|aos|no dia|dia|é|eh|dele|dela|do cliente|da cliente)(?!\p{L}))*\s{0,3}:?\s{0,3}(?<value>${DAY})(?!\d)`,
      'giu',
    ),
  },
  // With or without its points, blanks and stroke.
  {
    kind: 'DOCUMENTO',
    pattern: /(?<![\d.,])\d{3}[.\s/-]{0,3}\d{3}[.\s/-]{0,3}\d{3}[.\s/-]{0,3}\d{2}(?![\d,])/g,
    fits: isDocument,
  },
  // Digit by digit.
  { kind: 'DOCUMENTO', pattern: /(?<![\d.,])\d(?:[\s.-]{1,2}\d){10}(?![\s.-]{0,2}\d)/g, fits: isDocument },
  { kind: 'DOCUMENTO', pattern: /(?<![\d.,])\d(?:[\s.-]{1,2}\d){13}(?![\s.-]{0,2}\d)/g, fits: isDocument },
  { kind: 'DOCUMENTO', pattern: /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g },
  { kind: 'DOCUMENTO', pattern: /\b[\dA-Za-z]{2}\.[\dA-Za-z]{3}\.[\dA-Za-z]{3}\/[\dA-Za-z]{4}-\d{2}\b/g },
  {
    kind: 'DOCUMENTO',
    pattern: /\b\d{2}[.\s-]{0,2}\d{3}[.\s-]{0,2}\d{3}[/\s-]{0,2}\d{4}[-\s/]{0,2}\d{2}\b/g,
    fits: isDocument,
  },
  { kind: 'DOCUMENTO', pattern: /\b(?:\d{11}|[\dA-Za-z]{12}\d{2})\b/g, fits: isDocument },
  {
    kind: 'DOCUMENTO',
    pattern:
      /(?<![\p{L}\d])(?:cpf|cnpj|c\.p\.f\.?|rg|r\.g\.?|sus|cns|identidade|cnh|habilita[çc][ãa]o|pis|nis|passaporte|titulo|t[íi]tulo de eleitor|ctps|oab|crm)\s{0,3}(?:d[aeo]l?[ea]?\s{1,3})?(?:n[ºo°.]*\s{0,3})?:?\s{0,3}(?<value>(?:[A-Z]{1,2}\s?-?\s?)?\d[\d.\s/-]{3,18}[\dXx])(?!\d)/giu,
  },
  // The identity card of a state: MG-12.345.678.
  {
    kind: 'DOCUMENTO',
    pattern:
      /\b(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)\s?-?\s?\d{1,2}\.?\d{3}\.?\d{3}(?:-?[\dXx])?\b/g,
  },
  // As Minas Gerais wrote it before: M-1.234.567.
  { kind: 'DOCUMENTO', pattern: /(?<![\p{L}\d])M\s?-\s?\d{1,2}\.?\d{3}\.?\d{3}(?![\d-])/gu },
  { kind: 'DOCUMENTO', pattern: /(?<![\d.,])\d{1,2}\.\d{3}\.\d{3}-[\dXx](?!\d)/g },
  { kind: 'CARTAO', pattern: /(?<!\d)\d{4}[\s.-]?\d{4}[\s.-]?\d{4}[\s.-]?\d{1,7}(?!\d)/g, fits: isCard },
  { kind: 'CARTAO', pattern: /(?<!\d)3[47]\d{2}[\s.-]?\d{6}[\s.-]?\d{5}(?!\d)/g, fits: isCard },
  {
    kind: 'CARTAO',
    pattern:
      /\b(?:cart[ãa]o|cc)\s{0,3}(?:de cr[ée]dito\s{0,3})?(?:final|n[ºo°.]*)?\s{0,3}:?\s{0,3}(?<value>\d{4}(?:[\s.-]?\d{4}){2,3})(?!\d)/giu,
  },
  { kind: 'PLACA', pattern: /(?<![\p{L}\d])[A-Za-z]{3}[-\s]?\d[A-Ja-j]\d{2}(?![\p{L}\d])/gu },
  { kind: 'PLACA', pattern: /(?<![\p{L}\d])[A-Z]{3}[-\s]?\d{4}(?![\p{L}\d])/gu },
  {
    kind: 'PLACA',
    pattern: /(?<![\p{L}\d])[a-z]{3}-?\d{4}(?![\p{L}\d])/gu,
    fits: (text) => !MONTH_OF_YEAR.test(text),
  },
  {
    kind: 'PLACA',
    pattern: /\bplaca\s{0,3}:?\s{0,3}(?<value>[A-Za-z]{3}\s?-?\s?\d[A-Za-z\d]\d{2})(?!\d)/giu,
  },
  // Letter by letter.
  {
    kind: 'PLACA',
    pattern:
      /(?<![\p{L}\d])[A-Za-z](?:[\s-]{1,2}[A-Za-z]){2}[\s-]{1,2}\d[\s-]{1,2}[A-Ja-j\d](?:[\s-]{1,2}\d){2}(?![\p{L}\d])/gu,
  },
  // With its area code in any grouping, also digit by digit: 11 9 8765 4321, 1 1 9 8 7 6 5 4 3 2 1, 31 9 87 65 43 21.
  {
    kind: 'TELEFONE',
    pattern: /(?<![\d/.,-])\+?\d(?:[\s.-]{1,2}\d){9,13}(?![\s.-]{0,2}\d)/g,
    fits: isPhone,
  },
  {
    kind: 'TELEFONE',
    pattern: /(?<![\d/.,-])\+?\d{1,4}(?:[\s.-]{1,2}\d{1,4}){2,9}(?![\d/]|[\s.-]{1,2}\d)/g,
    fits: (text) => isPhone(text) && MOBILE.test(digitsOf(text)),
  },
  {
    kind: 'TELEFONE',
    pattern: /(?:\+?55[\s.-]?)?\(0?\d{2}\)(?:[\s.-]{0,2}\d{1,5}){1,9}(?!\d)/g,
    fits: isPhone,
  },
  { kind: 'TELEFONE', pattern: /(?:\+?55[\s.-]?)?\(0?\d{2}\)\s?9?[\s.-]?\d{4}[\s.-]?\d{4}(?!\d)/g },
  {
    kind: 'TELEFONE',
    pattern: /(?<![\d/.,-])(?:\+?55[\s.-]?)?0?\d{2}[\s.-]?9[\s.-]?\d{4}[\s.-]?\d{4}(?![\d/])/g,
    fits: (text) => /[\s.-]/.test(text),
  },
  {
    kind: 'TELEFONE',
    pattern: /(?<![\d/.,-])(?:\+?55[\s.-]?)?0?\d{2}[\s.-]?[2-9]\d{3}[\s.-]\d{4}(?![\d/])/g,
  },
  { kind: 'TELEFONE', pattern: /(?<![\d/.,-])9[\s.-]?\d{4}[\s.-]\d{4}(?![\d/-])/g },
  { kind: 'TELEFONE', pattern: /(?<![\d/.,-])9?\d{4}-\d{4}(?![\d/-])/g },
  {
    kind: 'TELEFONE',
    pattern:
      /(?<![\p{L}\d])(?:tel(?:efone)?|fone|cel(?:ular)?|whats(?:app)?|wpp|zap|ligar|contato|recado)\.?\s{0,3}(?:n[oa]\s{1,3}|em\s{1,3}|pr[ao]\s{1,3}|p\/\s{0,3}|n[ºo°.]*\s{0,3})?:?\s{0,3}(?<value>\+?\d[\d\s().-]{6,30}\d)(?!\d)/giu,
  },
  {
    kind: 'NOME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:${RELATIVE}|${RELATIVE.replaceAll(/(^|\|)(\p{Ll})/gu, (_, bar: string, letter: string) => bar + letter.toUpperCase())})(?:\s{1,3}(?:dele|dela|do cliente|da cliente|se chama|chamad[oa]|é a|é o|\([^)]{1,20}\))){0,2}\s{0,3}[,:(]?\s{0,3}(?:[oa]\s{1,3})?(?:(?:Sr|Sra|Dr|Dra|[Dd]ona|[Ss]eu)\.?\s{1,3})?(?<value>${NAME})`,
      'gu',
    ),
  },
  {
    kind: 'NOME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:[Ff]al(?:ar|ei|ou|amos)\s{1,3}com|[Pp]rocurar(?:\s{1,3}por)?|[Cc]hamar|[Aa]os\s{1,3}cuidados\s{1,3}d[eoa]|A\/C|a\/c|[Rr]ecado\s{1,3}com|[Tt]ratar\s{1,3}com|[Ss]r\.?|[Ss]ra\.?|[Dd]r\.|[Dd]ra\.|[Dd]ona|D\.|[Ss]eu)\s{1,3}(?:[oa]\s{1,3})?(?:(?:Sr|Sra|Dr|Dra|Dona|Seu)\.?\s{1,3})?(?<value>${NAME})`,
      'gu',
    ),
  },
  // The same in small letters: what follows has to be a usual name, or stand before a usual surname.
  {
    kind: 'NOME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:(?:${RELATIVE})(?:\s{1,3}(?:dele|dela|do cliente|da cliente|se chama|chamad[oa]|é a|é o|\([^)]{1,20}\))){0,2}\s{0,3}[,:(]?|fal(?:ar|ei|ou|amos)\s{1,3}com|procurar(?:\s{1,3}por)?|chamar|aos\s{1,3}cuidados\s{1,3}d[eoa]|a\/c|recado\s{1,3}com|tratar\s{1,3}com|srª?\.?|sra\.?|dr\.?|dra\.?|dona|d\.|seu)\s{0,3}(?:[oa]\s{1,3})?(?:(?:sr|sra|dr|dra|dona|seu)\.?\s{1,3})?(?<![\p{L}])(?<value>${USUAL_NAME})(?!\p{L})`,
      'giu',
    ),
  },
  // Phones, documents and policies without punctuation.
  { kind: 'NUMERO', pattern: /(?<![\d.,])\+?\d{8,}(?!\d)/g },
]
