/**
 * The fields that a template names in braces, and how they are filled. A value that is missing leaves no hole: the user fills it
 * before anything is sent. docs/rules.md#message-templates
 */
import type { Lead } from '../lead/lead.ts'
import { isOpenScheduling } from '../lead/lead-state.ts'
import { personalScheduling } from '../lead/scheduling.ts'
import { keysOf, partsOf } from '../record/parts.ts'
import { formatDateTime, formatDay } from '../time/sao-paulo.ts'

/** In the order in which a form offers them. */
export const TEMPLATE_FIELDS = {
  primeiro_nome: { label: 'Primeiro nome do cliente', sample: 'Ana' },
  nome: { label: 'Nome do cliente', sample: 'Ana Martins' },
  corretor: { label: 'Corretor que escreve', sample: 'Bruna Souza' },
  corretora: { label: 'Nome da corretora', sample: 'Farol Seguros' },
  seguro: { label: 'Seguro', sample: 'Automóvel' },
  produto: { label: 'Produto', sample: 'Onix 2024' },
  seguradora: { label: 'Seguradora', sample: 'Seguradora Alfa' },
  fim_vigencia: { label: 'Fim da vigência', sample: '15/12/2026' },
  retorno: { label: 'Data do retorno', sample: '03/12/2026 14:00' },
  numero_lead: { label: 'Número do lead', sample: '1234' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly sample: string }>>

export type TemplateField = keyof typeof TEMPLATE_FIELDS
export const TEMPLATE_FIELD_NAMES = keysOf(TEMPLATE_FIELDS)
/** '' for what is not known. */
export type TemplateValues = Readonly<Record<TemplateField, string>>

const NAMED = /\{(\w*)\}/gu
const isTemplateField = (name: string): name is TemplateField => Object.hasOwn(TEMPLATE_FIELDS, name)

const namesIn = (body: string): readonly string[] => [
  ...new Set([...body.matchAll(NAMED)].map(([, name = '']) => name)),
]

/** The fields that the text names, each once, in their order: a template of Meta numbers them so. */
export const fieldsIn = (body: string): readonly TemplateField[] => namesIn(body).filter(isTemplateField)

/** What is wrong with a template's text, as a sentence; null: nothing. */
export function bodyProblem(body: string): string | null {
  const unknown = namesIn(body).find((name) => !isTemplateField(name))
  if (unknown !== undefined) return `Não existe o campo {${unknown}}`
  return /[{}]/u.test(body.replace(NAMED, '')) ? 'Uma chave { ou } está sem par' : null
}

/** What is wrong with a text that Meta approved; null: nothing. Meta takes none that begins or ends with a variable. */
export const approvedBodyProblem = (body: string): string | null =>
  /^\s*\{|\}\s*$/u.test(body) ? 'O texto de um modelo aprovado não começa nem termina com um campo' : null

export interface TemplateFacts {
  readonly lead: Lead
  /** Who writes. */
  readonly userName: string
  /** '' where the brokerage has not said its name. */
  readonly brokerage: string
  /** The name of the lead's insurance; '' where it has none. */
  readonly insurance: string
}

export function templateValues({ lead, userName, brokerage, insurance }: TemplateFacts): TemplateValues {
  const due = personalScheduling(lead)
  const end = lead.old_end_of_validity ?? lead.end_of_validity
  const name = lead.client_name.trim()
  return {
    primeiro_nome: firstName(name),
    nome: name,
    corretor: userName,
    corretora: brokerage,
    seguro: insurance,
    produto: lead.product ?? '',
    seguradora: lead.old_insurer ?? '',
    fim_vigencia: end === null ? '' : formatDay(end),
    retorno: due !== null && isOpenScheduling(due) ? formatDateTime(due.scheduling_date) : '',
    numero_lead: lead.id === null ? '' : String(lead.id),
  }
}

/** Names of imports are often in capitals. */
function firstName(name: string): string {
  const [first = ''] = name.split(/\s+/u)
  return first.length > 1 && first === first.toLocaleUpperCase('pt-BR')
    ? first.slice(0, 1) + first.slice(1).toLocaleLowerCase('pt-BR')
    : first
}

/** The fields of the text without a value. */
export const missingFields = (body: string, values: Partial<TemplateValues>): readonly TemplateField[] =>
  fieldsIn(body).filter((field) => (values[field] ?? '').trim() === '')

/** Returns the text with the values. A field without one stays in sight, as it is named: '[Seguradora]'. */
export const filledText = (body: string, values: Partial<TemplateValues>): string =>
  body.replaceAll(NAMED, (_, name: string) => {
    if (!isTemplateField(name)) return `{${name}}`
    return values[name]?.trim() || `[${TEMPLATE_FIELDS[name].label}]`
  })

/** The text as Meta asks for it: {{1}}, {{2}} … in the order of `fieldsIn`. */
export function numberedText(body: string): string {
  const names = fieldsIn(body)
  return body.replaceAll(NAMED, (whole, name: string) =>
    isTemplateField(name) ? `{{${names.indexOf(name) + 1}}}` : whole,
  )
}

export const sampleValues = (): TemplateValues => partsOf(TEMPLATE_FIELDS, 'sample')
