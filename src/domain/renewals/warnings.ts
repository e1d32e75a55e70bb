/** What of a file of expiring policies should be looked at before the import begins: docs/rules.md#renewal-import */

import { formatDocument } from '../documents/cpf-cnpj.ts'
import { formatPhone } from '../phone/phone.ts'
import { foldText } from '../text/fold.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import type { GoodLine, RenewalRow } from './rows.ts'

/** So many different persons do not share a phone or an e-mail. */
const MANY_PERSONS = 3
/** Values that a sentence names. */
const NAMED = 3

function valuesBy(
  lines: readonly GoodLine[],
  valueOf: (row: RenewalRow) => string,
  otherOf: (row: RenewalRow) => string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { row } of lines) {
    const value = valueOf(row)
    if (value === '') continue
    const others = found.get(value) ?? new Set()
    found.set(value, others.add(otherOf(row)))
  }
  return found
}

function listed(values: readonly string[]): string {
  const rest = values.length - NAMED
  return values.slice(0, NAMED).join(', ') + (rest > 0 ? ` e mais ${rest}` : '')
}

const shared = (found: Map<string, Set<string>>, least: number) =>
  [...found].filter(([, others]) => others.size >= least).map(([value]) => value)

/** Returns a sentence for each finding; none for a file without any. */
export function fileWarnings(lines: readonly GoodLine[], nowMs: number): string[] {
  const today = saoPauloDay(nowMs)
  const names = shared(
    valuesBy(
      lines,
      ({ document }) => document,
      ({ client_name }) => foldText(client_name),
    ),
    2,
  ).map(formatDocument)
  const cellphones = shared(
    valuesBy(
      lines,
      ({ cellphone }) => cellphone,
      ({ document }) => document,
    ),
    MANY_PERSONS,
  ).map(formatPhone)
  const mails = shared(
    valuesBy(
      lines,
      ({ mail }) => mail.toLowerCase(),
      ({ document }) => document,
    ),
    MANY_PERSONS,
  )
  const ended = lines.filter(({ row }) => row.end_of_validity < today).length
  const noInsurer = lines.filter(({ row }) => row.insurer === '').length
  return [
    ...(names.length > 0
      ? [`O mesmo CPF/CNPJ está com nomes diferentes: ${listed(names)}. Confira a coluna CPF/CNPJ.`]
      : []),
    ...(cellphones.length > 0
      ? [`O mesmo celular está em vários clientes: ${listed(cellphones)}. Pode ser do corretor.`]
      : []),
    ...(mails.length > 0
      ? [`O mesmo e-mail está em vários clientes: ${listed(mails)}. Pode ser do corretor.`]
      : []),
    ...(ended > 0 ? [ended === 1 ? '1 apólice já venceu.' : `${ended} apólices já venceram.`] : []),
    ...(noInsurer > 0
      ? [noInsurer === 1 ? '1 linha não tem seguradora.' : `${noInsurer} linhas não têm seguradora.`]
      : []),
  ]
}
