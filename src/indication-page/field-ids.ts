/** Ids of the fields, by the names that problems have: 'client.name', 'vehicle.model'. */

export type Errors = ReadonlyMap<string, string>

export const fieldId = (field: string) => `campo-${field.replaceAll('.', '-')}`

export function focusField(field: string): void {
  const element = document.getElementById(fieldId(field))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
