/** An act that comes again after a person has kept its limit: docs/rules.md#obligations */
import { sql } from 'kysely'
import type { Lead } from '../../src/domain/lead/lead.ts'
import {
  missingIn,
  obligationKey,
  withObligation,
  withoutObligation,
} from '../../src/domain/obligations/obligation.ts'
import { anotherDocumentWords, type KeptProof } from '../../src/domain/obligations/proof.ts'
import type { Tx } from '../db/database.ts'
import { isSameFile } from './same-file.ts'

/** Whether the lead has had a limit of documents, and this file or one of the same bytes. Before its first limit no file is known. */
async function isKnownFile(tx: Tx, leadUid: string, uid: string): Promise<boolean> {
  const begun = await tx
    .selectFrom('obligations')
    .select('id')
    .where('lead_uid', '=', leadUid)
    .where('kind', '=', 'handover')
    .limit(1)
    .executeTakeFirst()
  if (begun === undefined) return false
  const files = await tx
    .selectFrom('lead_files')
    .select(['id', 'path'])
    .where('lead_uid', '=', leadUid)
    .execute()
  if (files.some(({ id }) => id === uid)) return true
  const given = await tx.selectFrom('uploaded_files').select('path').where('uid', '=', uid).executeTakeFirst()
  return given !== undefined && files.some(({ path }) => isSameFile(path, given.path))
}

/** How a person kept the limit of that first day; null: nobody did. */
async function keptByPerson(
  tx: Tx,
  leadUid: string,
  { kind, since }: { readonly kind: string; readonly since: string },
): Promise<KeptProof | null> {
  const row = await tx
    .selectFrom('obligations')
    .select(['proof_kind', 'proof', sql<string | null>`done_day::text`.as('day')])
    .where('lead_uid', '=', leadUid)
    .where('kind', '=', kind)
    .where('since_day', '=', since)
    .where('outcome', '=', 'fulfilled')
    .executeTakeFirst()
  if (row === undefined || row.day === null || row.proof_kind === null || row.proof_kind === 'act')
    return null
  return { day: row.day, proof_kind: row.proof_kind, proof: row.proof }
}

/**
 * Returns the lead without the limits that its act does not begin: the same file is no new document, and what a person kept is kept.
 * Another file begins its own limit, whose note says how the one before was kept.
 */
export async function withoutKept(tx: Tx, before: Lead | null, after: Lead): Promise<Lead> {
  const begun = missingIn(after.obligations ?? [], before?.obligations ?? [])
  const file = after.file_path === (before?.file_path ?? null) ? null : after.file_path
  let lead = after
  for (const obligation of begun.filter(({ begun_by }) => begun_by === 'act')) {
    const isOfFile = obligation.kind === 'handover' && file !== null
    if (isOfFile && (await isKnownFile(tx, after.uid, file))) {
      lead = withoutObligation(lead, obligationKey(obligation))
      continue
    }
    const kept = await keptByPerson(tx, after.uid, obligation)
    if (kept !== null)
      lead = isOfFile
        ? withObligation(lead, { ...obligation, note: anotherDocumentWords(kept) })
        : withoutObligation(lead, obligationKey(obligation))
  }
  return lead
}
