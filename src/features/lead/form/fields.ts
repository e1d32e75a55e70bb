/** The form's fields: what stands over them, and where they stand on the screen. */

import { fieldLabel } from '../../../domain/lead/field-words.ts'

/** `form` tells apart two forms on one page. */
export const fieldId = (form: string, field: string) => `${form}-${field.replaceAll('.', '-')}`

export type FieldErrors = Readonly<Record<string, string>>

/** What every input of the form gets: its place, its label, its problem. */
export function fieldProps(form: string, field: string, errors: FieldErrors) {
  return { id: fieldId(form, field), label: fieldLabel(field), error: errors[field] }
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

/** Moments that were left half typed: their value is none, and nobody may save that in their place. */
export function unfinishedFields(form: string, fields: readonly string[]): string[] {
  return fields.filter(
    (field) => document.getElementById(fieldId(form, field))?.dataset.unfinished === 'true',
  )
}

/** Told to a folded section that something in it is asked for. */
export const UNFOLD = 'farol:unfold'

/** Opens the section that a field stands in, where it is folded. */
export function unfold(form: string, field: string): void {
  const element = document.getElementById(fieldId(form, field))
  if (element?.closest('[hidden]')) element.closest('[data-folding]')?.dispatchEvent(new Event(UNFOLD))
}

/** Brings a field to sight and the keyboard to it; false where the screen does not show it. */
export function focusField(form: string, field: string): boolean {
  const element = document.getElementById(fieldId(form, field))
  if (element === null) return false
  unfold(form, field)
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  return true
}
