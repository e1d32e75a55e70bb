/** What of a file of expiring policies should be looked at before the import begins: docs/rules.md#renewal-import */

import { personWarnings } from '../spreadsheet/shared-values.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import type { GoodLine } from './rows.ts'

/** Returns a sentence for each finding; none for a file without any. */
export function fileWarnings(lines: readonly GoodLine[], nowMs: number): string[] {
  const today = saoPauloDay(nowMs)
  const ended = lines.filter(({ row }) => row.end_of_validity < today).length
  const noInsurer = lines.filter(({ row }) => row.insurer === '').length
  return [
    ...personWarnings(lines.map(({ row }) => ({ ...row, name: row.client_name }))),
    ...(ended > 0 ? [ended === 1 ? '1 apólice já venceu.' : `${ended} apólices já venceram.`] : []),
    ...(noInsurer > 0
      ? [noInsurer === 1 ? '1 linha não tem seguradora.' : `${noInsurer} linhas não têm seguradora.`]
      : []),
  ]
}
