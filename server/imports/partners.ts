/** The dealerships of lines. One with the same code or name stays as it is. docs/rules.md#any-import */
import type { PartnerRow } from '../../src/domain/imports/rows.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { audit } from '../records/audit.ts'
import { lockList } from '../records/unique.ts'
import type { WrittenRow } from './records.ts'
import type { ImportRun, RunLine, RunOutcome } from './run.ts'

export async function importPartners(
  { tx, userId }: ImportRun,
  lines: readonly RunLine<PartnerRow>[],
): Promise<RunOutcome> {
  await lockList(tx, 'partners')
  const known = await tx.selectFrom('partners').select(['name', 'code_wf']).execute()
  const names = new Set(known.map(({ name }) => foldText(name)))
  const codes = new Set(known.flatMap(({ code_wf }) => (code_wf === null ? [] : [foldText(code_wf)])))
  const written: WrittenRow[] = []
  for (const { line, row } of lines) {
    const [name, code] = [foldText(row.name), row.code_wf === null ? null : foldText(row.code_wf)]
    if (names.has(name) || (code !== null && codes.has(code))) continue
    names.add(name)
    if (code !== null) codes.add(code)
    const values = { name: row.name, code_wf: row.code_wf }
    const { id } = await tx.insertInto('partners').values(values).returning('id').executeTakeFirstOrThrow()
    await audit(tx, {
      user: { id: userId },
      action: 'create',
      entity: 'partners',
      id,
      before: null,
      after: values,
    })
    written.push({ kind: 'partner', uid: null, num: id, line, made: true, fields: [] })
  }
  return {
    made: written.length,
    updated: 0,
    existing: lines.length - written.length,
    refused: [],
    undecided: [],
    written,
  }
}
