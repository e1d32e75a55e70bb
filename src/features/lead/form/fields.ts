/** Names of the form's fields: what stands over them, in problems and in notes; and where they stand on the screen. */

import { fieldLabel } from '../../../domain/lead/field-words.ts'

/** Where the form asks in other words than the timeline tells. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'product_details.details': 'Detalhes do produto',
  contact_type: 'Tipo de contato',
  quoted_type: 'Forma que apresentou a proposta',
  competitor_broker: 'Fechou com qual corretora?',
  sold_type: 'Forma que recebeu a resposta da venda/não venda',
  commission_percentage: 'Porcentagem da comissão',
  date_fail: 'Não consegui a data com o cliente',
  'client.name': 'Nome',
  'client.address.state': 'Estado',
}

export const labelOf = (field: string) => QUESTIONS[field] ?? fieldLabel(field)

/** `form` tells apart two forms on one page. */
export const fieldId = (form: string, field: string) => `${form}-${field.replaceAll('.', '-')}`

export type FieldErrors = Readonly<Record<string, string>>

/** What every input of the form gets: its place, its label, its problem. */
export function fieldProps(form: string, field: string, errors: FieldErrors) {
  return { id: fieldId(form, field), label: labelOf(field), error: errors[field] }
}

/** In the order in which the screen shows them; what it does not show comes last. */
export function inScreenOrder<Problem extends { readonly field: string }>(
  form: string,
  problems: readonly Problem[],
): Problem[] {
  const shown = [...document.querySelectorAll(`[id^="${form}-"]`)].map(({ id }) => id)
  const place = ({ field }: Problem) => {
    const found = shown.indexOf(fieldId(form, field))
    return found < 0 ? shown.length : found
  }
  return problems.toSorted((one, other) => place(one) - place(other))
}

/** Brings a field to sight and the keyboard to it; false where the screen does not show it. */
export function focusField(form: string, field: string): boolean {
  const element = document.getElementById(fieldId(form, field))
  if (element === null) return false
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  return true
}
