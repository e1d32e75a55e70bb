/** The refused lines of the screen as a file, in which a user corrects them. */
import { sheetFile, sheetFileName } from '../../domain/sheet/sheet.ts'
import { isReferred, type ShownRefusal } from '../../domain/spreadsheet/preview.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'
import { download } from '../download.ts'

export interface RefusedSheet {
  /** Of the file's name. */
  readonly subject: string
  /** What a line is known by. */
  readonly reference: string
}
export const REFUSED_POLICIES: RefusedSheet = { subject: 'renovacoes_recusadas', reference: 'Apólice' }
export const REFUSED_LINES: RefusedSheet = { subject: 'importacao_recusadas', reference: 'Número antigo' }

export async function downloadRefused(
  { subject, reference }: RefusedSheet,
  refused: readonly ShownRefusal[],
): Promise<void> {
  const hasReferences = isReferred(refused)
  const columns = [
    { label: 'Linha', width: 10 },
    ...(hasReferences ? [{ label: reference, width: 24 }] : []),
    { label: 'Motivo', width: 60 },
  ]
  const rows = refused.map(({ line, reference: known, reason }) =>
    hasReferences ? [line, known, reason] : [line, reason],
  )
  const bytes = await sheetFile({ name: 'Recusadas', columns, rows })
  download(new Blob([bytes]), sheetFileName(subject, { today: saoPauloDay(Date.now()) } as const))
}
