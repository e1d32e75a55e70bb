/** The cells of a book of proposals: those of the report's own table. docs/rules.md#proposal-book */
import { cellText } from '../reports/cell-text.ts'
import { SENT_PROPOSALS_TABLE, type SentProposal } from '../reports/sent-proposals.ts'
import { headsOf, lineOf } from '../reports/table.ts'
import type { Sha256 } from '../signed/signature.ts'
import { type BookBody, bookOrigin, bookRowHash } from './book.ts'

/** The columns and rows of these proposals, which are in the order of sending. */
export async function bookTable(
  sha: Sha256,
  month: string,
  proposals: readonly SentProposal[],
): Promise<Pick<BookBody, 'columns' | 'count' | 'rows'>> {
  const heads = headsOf(SENT_PROPOSALS_TABLE)
  const rows: BookBody['rows'] = []
  let before = await bookOrigin(sha, month)
  for (const proposal of proposals) {
    const line = lineOf(SENT_PROPOSALS_TABLE, proposal)
    const cells = heads.map(({ format }, at) => cellText(line.cells[at] ?? null, format))
    before = await bookRowHash(sha, before, cells)
    rows.push({ cells, hash: before })
  }
  return { columns: heads.map(({ key, label }) => ({ key, label })), count: rows.length, rows }
}
