/** The refused lines as a file: what stands in the screen, for whoever corrects them. */

import { download } from '../../device/download.ts'
import { sheetFile, sheetFileName } from '../../domain/sheet/sheet.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'

export interface Refused {
  readonly line: number
  readonly policy_number: string
  readonly reason: string
}

const COLUMNS = [
  { label: 'Linha', width: 10 },
  { label: 'Apólice', width: 24 },
  { label: 'Motivo', width: 60 },
]

export async function downloadRefused(refused: readonly Refused[]): Promise<void> {
  const rows = refused.map(({ line, policy_number, reason }) => [line, policy_number, reason])
  const bytes = await sheetFile({ name: 'Recusadas', columns: COLUMNS, rows })
  download(
    new Blob([bytes]),
    sheetFileName('renovacoes_recusadas', { today: saoPauloDay(Date.now()) } as const),
  )
}
