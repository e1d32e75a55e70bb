/** CPF and CNPJ, the CNPJ numeric and alphanumeric: docs/rules.md#documents-phones-money. */
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'

/** Returns the stored form: without punctuation, in upper case. */
export function cleanDocument(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

export function isCpf(document: string): boolean {
  const clean = cleanDocument(document)
  return /^\d{11}$/.test(clean) && isValidCpf(clean)
}

/** The library accepts letters only in version 2, and version 2 has no list of reserved numbers. */
export function isCnpj(document: string): boolean {
  const clean = cleanDocument(document)
  if (/^\d{14}$/.test(clean)) return isValidCnpj(clean)
  return /^[0-9A-Z]{12}\d{2}$/.test(clean) && isValidCnpj(clean, { version: 2 })
}

export function isDocument(document: string): boolean {
  return isCpf(document) || isCnpj(document)
}

/** Whether the text counts as a CPF: at most eleven digits and no letter. */
function isPerson(clean: string): boolean {
  return clean.length <= 11 && !/[A-Z]/.test(clean)
}

const CPF_GROUPS = [3, 3, 3, 2]
const CPF_SEPARATORS = ['.', '.', '-']
const CNPJ_GROUPS = [2, 3, 3, 4, 2]
const CNPJ_SEPARATORS = ['.', '.', '/', '-']

function grouped(clean: string, groups: readonly number[], separators: readonly string[]): string {
  let rest = clean
  let text = ''
  for (const [place, size] of groups.entries()) {
    if (rest === '') break
    text += (place === 0 ? '' : (separators[place - 1] ?? '')) + rest.slice(0, size)
    rest = rest.slice(size)
  }
  return text
}

/** Returns '000.000.000-00' or '00.000.000/0000-00'. An incomplete document is formatted as far as it goes. */
export function formatDocument(document: string): string {
  const clean = cleanDocument(document).slice(0, 14)
  return isPerson(clean)
    ? grouped(clean, CPF_GROUPS, CPF_SEPARATORS)
    : grouped(clean, CNPJ_GROUPS, CNPJ_SEPARATORS)
}

/** Returns the mask in Mantine's notation (9 a digit, * a letter or digit). It switches at 11 digits. */
export function documentMask(document: string): string {
  return isPerson(cleanDocument(document)) ? '999.999.999-999' : '**.***.***/****-99'
}
