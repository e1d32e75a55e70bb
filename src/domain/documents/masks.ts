/** Digits of documents and post codes: docs/rules.md#documents-phones-money. */

/** Digits only: CPF, CEP, phone extensions. */
export function cleanDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** '00000-000'. */
export function formatCep(cep: string): string {
  const digits = cleanDigits(cep)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5, 8)}` : digits
}
