import { codeOf } from './transient.ts'

/** PostgreSQL's disk_full, and the code of the file system. */
const CODES = ['53100', 'ENOSPC']
/** PGlite panics when it can't write its log, and its file system says so in other codes. */
const SENTENCE = /no space left on device|ENOSPC/i

/** True when the disk of the database or of the files is full. The same request succeeds when there is space again. */
export function isDiskFull(error: unknown): boolean {
  if (CODES.includes(codeOf(error))) return true
  if (!(error instanceof Error)) return false
  return SENTENCE.test(error.message) || isDiskFull(error.cause)
}
