/** The other masks of the first text, section 5, in Mantine's notation. */

export const RG_MAX_DIGITS = 9
export const CEP_MASK = '99999-999'
export const BIRTH_DATE_MASK = '99/99/9999'

/** Digits only: CPF, CEP, phone extensions. */
export function cleanDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** '00000-000'. */
export function formatCep(cep: string): string {
  const digits = cleanDigits(cep)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5, 8)}` : digits
}
