/** Deliberate faults in the upload, storage and sweep of documents. */
import { type Mutant, one } from './mutant.ts'

export const DOCUMENT_MUTANTS: readonly Mutant[] = [
  one(
    'a document counts as uploaded before the answer',
    5,
    'src/sync/upload.ts',
    'const end = await transport.upload(',
    'await db.files.update(kept.uid, { uploaded: 1 }); const end = await transport.upload(',
  ),
  one(
    'a document is deleted from the device as soon as it is uploaded',
    12,
    'src/sync/upload.ts',
    'await db.files.update(kept.uid, { uploaded: 1 })',
    'await db.files.delete(kept.uid)',
  ),
  one(
    'the server records a document before it stores its bytes',
    5,
    'server/http/files.ts',
    'await files.save(path, bytes)',
    'await recordUpload(db, { uid, user_id: userId, path, size: bytes.length, ' +
      'created_at: new Date(nowMs).toISOString() }); await files.save(path, bytes)',
  ),
  one(
    'the folder does not list the partial files of aborted uploads',
    135,
    'server/integrations/files/folder-store.ts',
    'if (found !== null) yield',
    "if (found !== null && !name.endsWith('.part')) yield",
  ),
  one(
    'a document that is uploaded again gets the path of the swept one',
    5,
    'server/http/files.ts',
    '${uid}-${randomUUID().slice(0, 8)}.pdf',
    '${uid}.pdf',
  ),
  one(
    'a second upload does not renew the age of a document',
    72,
    'server/http/files.ts',
    'if (known !== null && (await renewUpload(db, { uid, userId, nowMs })) !== undefined) return',
    'if (known !== null) return',
  ),
  one(
    'the sweep does not wait a week',
    28,
    'server/sync/housekeeping.ts',
    'const KEEP_ORPHANS_DAYS = 7',
    'const KEEP_ORPHANS_DAYS = 0',
  ),
  one(
    'the sweep deletes the former documents of a lead',
    67,
    'server/queries/uploaded-files.ts',
    'and not exists (select 1 from lead_files where id = f.uid)',
    '',
  ),
]
