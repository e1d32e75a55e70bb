/** Valid documents and phones of invented people and companies: docs/rules.md#documents-phones-money. */
import type { Random } from './random.ts'

const CPF_FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const CPF_SECOND = [11, ...CPF_FIRST]
const CNPJ_FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_SECOND = [6, ...CNPJ_FIRST]

/** Modulo 11; a letter counts as its ASCII code less 48 (Receita Federal, alphanumeric CNPJ). */
function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, place) => total + weight * (text.charCodeAt(place) - 48), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function withCheckDigits(base: string, first: readonly number[], second: readonly number[]): string {
  const one = base + String(checkDigit(base, first))
  return one + String(checkDigit(one, second))
}

export function demoCpf(random: Random): string {
  const base = random.digits(9)
  // Eleven equal digits have right check digits, but are no valid CPF.
  return /^(\d)\1*$/.test(base) ? demoCpf(random) : withCheckDigits(base, CPF_FIRST, CPF_SECOND)
}

const LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ'

/** `alphanumeric`: the format since July 2026. The branch is always the head office, 0001. */
export function demoCnpj(random: Random, alphanumeric: boolean): string {
  const root = alphanumeric
    ? `${random.text(LETTERS, 1)}${random.text(`0123456789${LETTERS}`, 7)}`
    : `${random.between(1, 9)}${random.digits(7)}`
  return withCheckDigits(`${root}0001`, CNPJ_FIRST, CNPJ_SECOND)
}

export function demoMobile(random: Random, areaCode: string): string {
  return `${areaCode}9${random.between(6, 9)}${random.digits(7)}`
}

export function demoLandline(random: Random, areaCode: string): string {
  return `${areaCode}${random.between(2, 4)}${random.digits(7)}`
}
