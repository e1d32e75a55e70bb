/** Digits of documents and CEPs: docs/rules.md#documents-phones-money. */

/** Returns the digits only: CPF, CEP, phone extensions. */
export function cleanDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** Returns '00000-000'; an incomplete CEP as far as it goes. */
export function formatCep(cep: string): string {
  const digits = cleanDigits(cep)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5, 8)}` : digits
}
