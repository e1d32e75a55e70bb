/** Ids and props of the form's fields, by the names that its problems have: 'client.name', 'vehicle.model'. */

export type Errors = ReadonlyMap<string, string>

export const fieldId = (field: string) => `externo-${field.replaceAll('.', '-')}`

export const fieldProps = (field: string, errors: Errors) => ({
  id: fieldId(field),
  error: errors.get(field),
  autoComplete: 'off',
})

export function focusField(field: string): void {
  const element = document.getElementById(fieldId(field))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
