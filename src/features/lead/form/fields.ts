/** The form's fields: ids, labels, errors, and their place on the screen. */

import { VisuallyHidden } from '@mantine/core'
import { createElement } from 'react'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { fieldLabel } from '../../../domain/lead/field-words.ts'

/** `form` distinguishes two forms on one page. */
export const fieldId = (form: string, field: string) => `${form}-${field.replaceAll('.', '-')}`

export type FieldErrors = Readonly<Record<string, string>>

/** Returns the first problem of each field. */
export const errorsOf = (problems: readonly FieldProblem[]): FieldErrors =>
  Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]))

/**
 * Returns the props of every input: id, label, error. The words of the error stand in the list of problems alone. Here
 * they are for screen readers.
 */
export function fieldProps(form: string, field: string, errors: FieldErrors) {
  const words = errors[field]
  return {
    id: fieldId(form, field),
    label: fieldLabel(field),
    error: words === undefined ? undefined : createElement(VisuallyHidden, { mod: { listed: true } }, words),
  }
}

/** The same, with a star where the end requires the field. */
export const starredProps = (
  { form, starred }: { readonly form: string; readonly starred: ReadonlySet<string> },
  field: string,
  errors: FieldErrors,
) => ({ ...fieldProps(form, field, errors), required: starred.has(field) })

/** Returns the problems in the order of the screen. Those without a visible field come last. */
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

/** Returns the date fields with incomplete text. Their value is null and must not be saved in place of the text. */
export function unfinishedFields(form: string, fields: readonly string[]): string[] {
  return fields.filter(
    (field) => document.getElementById(fieldId(form, field))?.dataset.unfinished === 'true',
  )
}

/** The event that opens a folded section. */
export const UNFOLD = 'farol:unfold'

/** Opens the folded section that contains the field, if there is one. */
export function unfold(form: string, field: string): void {
  const element = document.getElementById(fieldId(form, field))
  if (element?.closest('[hidden]')) element.closest('[data-folding]')?.dispatchEvent(new Event(UNFOLD))
}

/** Scrolls to a field, in its opened section. Returns null if the screen does not show it. */
export function showField(form: string, field: string): HTMLElement | null {
  const element = document.getElementById(fieldId(form, field))
  unfold(form, field)
  element?.scrollIntoView({ block: 'center' })
  return element
}

/** Scrolls to a field and focuses it. Returns false if the screen does not show it. */
export function focusField(form: string, field: string): boolean {
  const element = showField(form, field)
  element?.focus({ preventScroll: true })
  return element !== null
}
